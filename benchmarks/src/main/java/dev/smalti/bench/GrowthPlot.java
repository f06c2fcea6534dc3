package dev.smalti.bench;

import dev.smalti.bench.kernel.SumAlgorithm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/**
 * A picture of how the time of an all-reduce grows: above against ranks, a line for each size,
 * below against bytes, a line for each number of ranks; a column for each algorithm.
 */
final class GrowthPlot {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 480;

  private GrowthPlot() {}

  static void write(Path file, Growth growth) throws IOException {
    List<XYChart> charts = new ArrayList<>();
    for (SumAlgorithm algorithm : SumAlgorithm.values()) {
      XYChart chart = chart(algorithm, "ranks");
      for (long bytes : growth.sizes()) {
        line(
            chart, Timing.size(bytes), growth.ranks(), ranks -> growth.of(algorithm, ranks, bytes));
      }
      charts.add(chart);
    }
    for (SumAlgorithm algorithm : SumAlgorithm.values()) {
      XYChart chart = chart(algorithm, "bytes");
      for (int ranks : growth.ranks()) {
        line(chart, ranks + " ranks", growth.sizes(), bytes -> growth.of(algorithm, ranks, bytes));
      }
      charts.add(chart);
    }
    BitmapEncoder.saveBitmap(
        charts, 2, SumAlgorithm.values().length, file.toString(), BitmapFormat.PNG);
  }

  private static XYChart chart(SumAlgorithm algorithm, String axis) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(algorithm.name())
            .xAxisTitle(axis)
            .yAxisTitle("microseconds")
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    return chart;
  }

  /** The time of a point, if it was measured. */
  @FunctionalInterface
  private interface Time<T> {
    Optional<Double> of(T point);
  }

  private static <T extends Number> void line(
      XYChart chart, String name, List<T> points, Time<T> time) {
    List<T> measured = points.stream().filter(point -> time.of(point).isPresent()).toList();
    if (!measured.isEmpty()) {
      List<Double> micros =
          measured.stream().map(point -> 1e6 * time.of(point).orElseThrow()).toList();
      chart.addSeries(name, measured, micros);
    }
  }
}
