package dev.smalti.lang.spi;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Task;
import dev.smalti.lang.Update;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

final class SiteTest {
  @Test
  void generatedSitesAreWhatTheySay() {
    Site site = new Site("RingSum.reduceStep", "RingSum.java", 23);
    assertThat(site.resolved()).isSameInstanceAs(site);
    assertThat(site.toString()).isEqualTo("RingSum.java:23");
    assertThat(new Site("RingSum.reduceStep", "", 0).toString()).isEqualTo("RingSum.reduceStep");
    assertThat(new Site("RingSum.reduceStep", "RingSum.java", 0).toString())
        .isEqualTo("RingSum.java");
  }

  @Test
  void callersAreBehindTheLanguage() {
    Recorder recorder = new Recorder();
    Signal signal = Signal.over("s", recorder, recorder, 1);
    signal.notify(0, at(0));
    signal.await(at(0));
    signal.barrier();
    assertThat(recorder.sites).hasSize(2);
    assertThat(recorder.sites.get(0).method()).isEqualTo("SiteTest.callersAreBehindTheLanguage");
    assertThat(recorder.sites.get(0).file()).isEqualTo("SiteTest.java");
    assertThat(recorder.sites.get(1).line()).isEqualTo(recorder.sites.get(0).line() + 1);
  }

  @Test
  void withoutTheLanguageTheCallerIsUnknown() {
    assertThat(Site.caller().resolved().toString()).isEqualTo("unknown");
    assertThat(Site.caller().toString()).isEqualTo("the caller");
  }

  /** One rank whose signal writes down where it is used. */
  private static final class Recorder implements SignalCells, Ranks {
    private final List<Site> sites = new ArrayList<>();

    @Override
    public int ranks() {
      return 1;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public void notify(int rank, long cell, Update update, int value, Site site) {
      sites.add(site.resolved());
    }

    @Override
    public void await(int rank, long cell, Compare relation, int value, Site site) {
      sites.add(site.resolved());
    }

    @Override
    public Task reaches(int rank, long cell, Compare relation, int value, Site site) {
      sites.add(site.resolved());
      return DeviceTasks.done();
    }

    @Override
    public int read(int rank, long cell, Site site) {
      return 0;
    }

    @Override
    public Ranks devices(int... devices) {
      return this;
    }

    @Override
    public int cores() {
      return 1;
    }

    @Override
    public boolean bound() {
      return true;
    }

    @Override
    public int current() {
      return 0;
    }

    @Override
    public WindowMemory window(String name, long bytes) {
      return new WindowMemory() {
        @Override
        public int ranks() {
          return 1;
        }

        @Override
        public long bytes() {
          return bytes;
        }

        @Override
        public MemorySegment instance(int rank) {
          return MemorySegment.ofArray(new byte[(int) bytes]);
        }
      };
    }

    @Override
    public SignalCells signal(String name, int[] shape) {
      return this;
    }

    @Override
    public void forEachRank(IntConsumer call) {
      call.accept(0);
    }

    @Override
    public void finish() {}

    @Override
    public void abandon() {}
  }
}
