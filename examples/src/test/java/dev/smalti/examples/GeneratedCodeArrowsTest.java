package dev.smalti.examples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Generated code needs the language and the runtime: no pool, no compiler, no reference. */
@Tag("without-tier")
final class GeneratedCodeArrowsTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.smalti.examples", "dev.smalti.collectives");

  @Test
  void generatedCodeNeedsLanguageAndRuntime() {
    classes()
        .that()
        .haveNameMatching(".*(Kernels|Programs|_.*)(\\$.*)?")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "javax.annotation.processing..",
            "jdk.incubator.vector..",
            "dev.smalti.lang",
            "dev.smalti.lang.spi..",
            "dev.smalti.runtime..",
            "dev.smalti.examples..",
            "dev.smalti.collectives..")
        .check(CLASSES);
  }
}
