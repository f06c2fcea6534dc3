package dev.smalti.eager;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Host;
import dev.smalti.lang.In;
import dev.smalti.lang.InCore;
import dev.smalti.lang.InOut;
import dev.smalti.lang.Inline;
import dev.smalti.lang.Jit;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import java.lang.annotation.Annotation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnnotationsTest {
  private static final List<Class<? extends Annotation>> OF_METHODS =
      List.of(InCore.class, Jit.class, Host.class, Inline.class);
  private static final List<Class<? extends Annotation>> OF_PARAMETERS =
      List.of(In.class, Out.class, InOut.class, Shape.class);

  private static void check(Class<? extends Annotation> annotation, ElementType... targets) {
    assertWithMessage("%s", annotation).that(annotation).isAssignableTo(Annotation.class);
    assertThat(annotation.isAnnotationPresent(Documented.class)).isTrue();
    Retention retention = annotation.getAnnotation(Retention.class);
    assertThat(retention == null ? null : retention.value()).isEqualTo(RetentionPolicy.CLASS);
    Target target = annotation.getAnnotation(Target.class);
    assertThat(target == null ? null : target.value()).isEqualTo(targets);
  }

  @Test
  void annotationsAreInTheClassFileAndTheDocumentation() {
    for (Class<? extends Annotation> annotation : OF_METHODS) {
      check(annotation, ElementType.METHOD);
    }
    for (Class<? extends Annotation> annotation : OF_PARAMETERS) {
      check(annotation, ElementType.PARAMETER, ElementType.RECORD_COMPONENT);
    }
  }

  @Test
  void hostHasEmptyDefaults() throws Exception {
    assertThat(Host.class.getMethod("worlds").getDefaultValue()).isEqualTo("");
    assertThat(Host.class.getMethod("sizes").getDefaultValue()).isEqualTo("");
  }
}
