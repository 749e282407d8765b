// A small payment-invoice server on what openapi-generator's `spring` makes; it keeps everything in memory.
package server;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import org.openapitools.jackson.nullable.JsonNullableModule;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

@SpringBootApplication
public class Application {
  static final String token = UUID.randomUUID().toString();
  static String baseUrl = "";

  public static void main(String[] arguments) {
    var port = System.getenv().getOrDefault("PORT", "");
    SpringApplication.run(Application.class, "--server.port=" + (port.isEmpty() ? "0" : port));
  }

  /** The module that the models need for a field that is null. */
  @Bean
  JsonNullableModule nullable() {
    return new JsonNullableModule();
  }

  @EventListener
  void started(ServletWebServerInitializedEvent event) {
    baseUrl = "http://127.0.0.1:" + event.getWebServer().getPort();
    System.out.println("{\"baseUrl\":\"" + baseUrl + "\",\"token\":\"" + token + "\"}");
  }

  /** Stands in front of the generated code, which knows the security scheme and checks nothing. */
  @Component
  static class Guard extends OncePerRequestFilter {
    private final ObjectMapper mapper;

    Guard(ObjectMapper mapper) {
      this.mapper = mapper;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain next)
        throws IOException, jakarta.servlet.ServletException {
      if (("Bearer " + token).equals(request.getHeader("Authorization"))) {
        next.doFilter(request, response);
        return;
      }
      var refused = Refusals.problem(HttpStatus.UNAUTHORIZED, "unauthenticated");
      response.setStatus(refused.getStatusCode().value());
      refused.getHeaders().forEach((name, values) -> response.setHeader(name, values.get(0)));
      mapper.writeValue(response.getOutputStream(), refused.getBody());
    }
  }
}
