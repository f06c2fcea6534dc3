package dev.smalti.processor.emit;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;

/** What all generated classes have in common: header, annotations, layout. */
final class ClassFile {
  /** UTF-8 bytes of one constant; a class file holds at most 65535. */
  private static final int CHUNK = 60000;

  private ClassFile() {}

  /** The class behind a method, {@code RingSum_step}; its overloads are told apart by their tag. */
  static ClassName implementation(FunctionId id, String suffix) {
    return ClassName.get(id.packageName(), id.implementationName() + suffix);
  }

  /** A final class that nobody makes instances of. */
  static TypeSpec.Builder holder(ClassName name, EmitOptions options) {
    TypeSpec.Builder type = TypeSpec.classBuilder(name).addModifiers(Modifier.FINAL);
    if (options.generatedVisible()) {
      type.addAnnotation(
          AnnotationSpec.builder(Api.className(Api.GENERATED))
              .addMember("value", "$S", "dev.smalti.processor")
              .build());
    }
    return type;
  }

  static MethodSpec privateConstructor() {
    return MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build();
  }

  /** The annotation that carries the function to other compilations. */
  static AnnotationSpec carried(CarriedForm form) {
    AnnotationSpec.Builder annotation =
        AnnotationSpec.builder(Api.className(Api.COMPILED_FORM))
            .addMember("version", "$L", form.version());
    chunks(form.text()).forEach(chunk -> annotation.addMember("text", "$L", literal(chunk)));
    for (String consumed : form.consumed()) {
      annotation.addMember("consumed", "$T.class", topLevel(consumed));
    }
    return annotation.build();
  }

  private static ClassName topLevel(String name) {
    int dot = name.lastIndexOf('.');
    return ClassName.get(name.substring(0, Math.max(0, dot)), name.substring(dot + 1));
  }

  /** A chunk as a text block where it has lines, one constant all the same. */
  private static CodeBlock literal(String chunk) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    for (int end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      lines.add(chunk.substring(from, end + 1));
      from = end + 1;
    }
    if (from < chunk.length() || lines.isEmpty()) {
      lines.add(chunk.substring(from));
    }
    return CodeBlock.of("$L", String.join("\n + ", lines.stream().map(Literals::quoted).toList()));
  }

  /** Pieces of less than 65535 UTF-8 bytes; no character is torn. */
  static List<String> chunks(String text) {
    List<String> chunks = new ArrayList<>();
    int start = 0;
    int bytes = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int size = point == 0 ? 2 : point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 6;
      if (bytes + size > CHUNK) {
        chunks.add(text.substring(start, i));
        start = i;
        bytes = 0;
      }
      bytes += size;
      i += Character.charCount(point);
    }
    chunks.add(text.substring(start));
    return chunks;
  }

  static FieldSpec kernel(Function function, EmitOptions options) {
    CodeBlock.Builder kernel =
        CodeBlock.builder()
            .add(
                "new $T($S, $S)",
                Api.className(Api.KERNEL),
                function.id().display(),
                function.span().file());
    new TreeMap<>(options.collectives())
        .forEach((line, collective) -> kernel.add(".calling($L, $S)", line, collective));
    return FieldSpec.builder(
            Api.className(Api.KERNEL), "KERNEL", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
        .initializer(kernel.build())
        .build();
  }

  static Generated write(ClassName name, TypeSpec type) {
    JavaFile file = JavaFile.builder(name.packageName(), type).indent("  ").build();
    return new Generated(name.canonicalName(), Layout.of(file.toString()));
  }
}
