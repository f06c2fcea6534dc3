package dev.smalti.bench;

import dev.smalti.bench.gate.Interval;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A picture of a table: each cell relative to what it must reach, so that 1 is enough and more is
 * better. A cell that was not measured has no bar.
 */
final class TablePlot {
  private static final int WIDTH = 1800;
  private static final int HEIGHT = 1000;
  private static final double BARS = 0.7;

  /** What an axis in powers of ten shows at least, and at most. */
  private static final double LEAST = 0.1;

  private static final double MOST = 10;

  private TablePlot() {}

  static void write(Path file, String title, List<TableLine> lines) throws IOException {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title + ": what was reached, divided by what must be; more is better")
            .yAxisTitle("1 is enough")
            .build();
    CategoryStyler style = chart.getStyler();
    style.setYAxisLogarithmic(true);
    style.setYAxisMin(LEAST);
    style.setYAxisMax(MOST);
    style.setXAxisLabelRotation(90);
    style.setAvailableSpaceFill(BARS);
    style.setOverlapped(true);
    List<String> names = lines.stream().map(TablePlot::name).toList();
    CategorySeries reached =
        chart.addSeries(
            "reached, with its interval", names, of(lines, TablePlot::reached), errors(lines));
    reached.setFillColor(new Color(0x4C78A8));
    line(chart, "must", names, of(lines, _ -> 1), new Color(0xE45756));
    line(chart, "aim", names, of(lines, TablePlot::aim), new Color(0x54A24B));
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
  }

  private static void line(
      CategoryChart chart, String name, List<String> names, List<Double> values, Color color) {
    CategorySeries series = chart.addSeries(name, names, values);
    series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line);
    series.setLineColor(color);
    series.setMarker(SeriesMarkers.NONE);
  }

  private static String name(TableLine line) {
    TableCell cell = line.cell();
    return String.format(
        Locale.ROOT,
        "%d: %s%s",
        cell.row(),
        cell.name(),
        cell.isInSeconds() ? "" : ", " + cell.peer());
  }

  @FunctionalInterface
  private interface Value {
    double of(TableLine line);
  }

  private static List<Double> of(List<TableLine> lines, Value value) {
    List<Double> values = new ArrayList<>();
    lines.forEach(line -> values.add(Math.clamp(value.of(line), LEAST, MOST)));
    return values;
  }

  private static double reached(TableLine line) {
    return line.judgement().interval().map(i -> relative(line, i.median())).orElse(LEAST);
  }

  /** Half of the width of the interval. */
  private static List<Double> errors(List<TableLine> lines) {
    return lines.stream()
        .map(line -> line.judgement().interval().map(i -> error(line, i)).orElse(0.0))
        .toList();
  }

  private static double error(TableLine line, Interval interval) {
    return Math.abs(relative(line, interval.high()) - relative(line, interval.low())) / 2;
  }

  private static double aim(TableLine line) {
    return relative(line, line.cell().aim());
  }

  /** Of seconds, fewer are better. */
  private static double relative(TableLine line, double value) {
    return line.cell().isInSeconds() ? line.cell().must() / value : value / line.cell().must();
  }
}
