// Validates exchanges with swagger-request-validator.
import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

public class Validate {
  public static void main(String[] arguments) throws Exception {
    var mapper = new ObjectMapper();
    var document = Files.readString(Path.of(arguments[0]));
    var validator = OpenApiInteractionValidator.createForInlineApiSpecification(document).build();
    Map<String, String> found = new LinkedHashMap<>();
    for (JsonNode one : mapper.readTree(new File("exchanges.json"))) {
      var request = new SimpleRequest.Builder(Request.Method.POST, one.get("path").asText()).withBody(one.get("body").asText());
      one.get("headers").properties().forEach(header -> request.withHeader(header.getKey(), header.getValue().asText()));
      var response = SimpleResponse.Builder.status(one.get("status").asInt()).withBody(one.get("responseBody").asText());
      one.get("responseHeaders").properties().forEach(header -> response.withHeader(header.getKey(), header.getValue().asText()));
      var report = validator.validate(request.build(), response.build());
      var said = report.hasErrors() ? report.getMessages().get(0).getMessage() : null;
      found.put(one.get("name").asText(), said);
    }
    System.out.println(mapper.writeValueAsString(found));
  }
}
