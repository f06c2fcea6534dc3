package dev.smalti.simulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The simulator uses the runtime, and the runtime the language; never the other way. */
final class ModuleArrowsTest {
  private static final String LANGUAGE = "dev.smalti.lang..";
  private static final String RUNTIME = "dev.smalti.runtime..";
  private static final String PROTOCOL = "dev.smalti.runtime.protocol..";
  private static final String SIMULATOR = "dev.smalti.simulator..";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.smalti");

  @Test
  void languageNeedsNothing() {
    mayUse(LANGUAGE, LANGUAGE);
  }

  @Test
  void runtimeNeedsTheLanguage() {
    mayUse(RUNTIME, RUNTIME, LANGUAGE);
  }

  @Test
  void protocolNeedsNothingElseOfTheRuntime() {
    mayUse(PROTOCOL, PROTOCOL);
  }

  @Test
  void simulatorNeedsRuntimeAndLanguage() {
    mayUse(SIMULATOR, SIMULATOR, RUNTIME, LANGUAGE);
  }

  @Test
  void runtimeComputesNoTile() {
    noClasses()
        .that()
        .resideInAnyPackage(RUNTIME, SIMULATOR)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.smalti.lang.reference..")
        .because("generated code is compared with the reference, so it must not share it")
        .check(CLASSES);
  }

  @Test
  void nothingIsAssignedToAStaticField() {
    fields().that().areStatic().should().beFinal().check(CLASSES);
  }

  @Test
  void namesSayWhatAClassIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Common)")
        .because("such a name says nothing")
        .check(CLASSES);
  }

  private static void mayUse(String user, String... used) {
    String[] all = new String[used.length + 2];
    all[0] = "java..";
    all[1] = "org.jspecify..";
    System.arraycopy(used, 0, all, 2, used.length);
    classes()
        .that()
        .resideInAPackage(user)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(all)
        .check(CLASSES);
  }
}
