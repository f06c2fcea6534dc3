package dev.smalti.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Path;

/** Reads and writes records. */
final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private Json() {}

  static void write(Path file, Object value) throws IOException {
    MAPPER.writeValue(file.toFile(), value);
  }

  static <T> T read(Path file, Class<T> type) throws IOException {
    return MAPPER.readValue(file.toFile(), type);
  }
}
