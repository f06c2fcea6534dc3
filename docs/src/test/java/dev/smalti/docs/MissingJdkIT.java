package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Somebody clones the project and has no JDK that can build it. */
final class MissingJdkIT {
  private static final String SENTENCE =
      "Smalti is built with JDK 99, and there is none in a usual place: install a JDK 99 or newer,"
          + " then run this command again.";

  @Test
  void oneSentenceSaysWhatToInstall() throws Exception {
    Terminal.Result result =
        Terminal.in(Page.PROJECT)
            .shell("mvn -q -N validate -Dsmalti.jdk=99 " + String.join(" ", Delivery.options()));
    assertWithMessage(result.all()).that(result.status()).isNotEqualTo(0);
    assertThat(sentences(result.all())).containsExactly(SENTENCE);
    assertThat(result.all()).doesNotContain("JAVA_HOME");
    assertThat(result.all()).doesNotContain("toolchains.xml");
  }

  private static List<String> sentences(String output) {
    return Pattern.compile("Smalti is [^\n]*")
        .matcher(output)
        .results()
        .map(r -> r.group())
        .toList();
  }
}
