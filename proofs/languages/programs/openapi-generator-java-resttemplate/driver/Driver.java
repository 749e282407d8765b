// Drives the client that openapi-generator generates with the library `resttemplate`, of Spring.
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PaymentsApi;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.RestTemplate;

public class Driver extends Harness {
  // Without this setting, every field that is not set is sent as null.
  static {
    models = Jackson2ObjectMapperBuilder.json().serializationInclusion(Include.NON_NULL).build();
  }

  @Override
  PaymentsApi open(String url, String token) {
    var sender = new SimpleClientHttpRequestFactory();
    // Otherwise Java does not return the body of a 401.
    sender.setOutputStreaming(false);
    var rest = new RestTemplate(sender);
    rest.setMessageConverters(List.of(new MappingJackson2HttpMessageConverter(models)));
    var client = new ApiClient(rest);
    client.setBasePath(url);
    client.setBearerToken(token);
    return new PaymentsApi(client);
  }

  @Override
  Refusal refusalIn(Exception error) {
    return error instanceof RestClientResponseException refused ? new Refusal(refused.getRawStatusCode(), refused.getResponseBodyAsString()) : null;
  }
}
