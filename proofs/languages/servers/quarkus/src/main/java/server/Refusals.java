package server;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.openapitools.model.Problem;

/**
 * Turns refusals by Quarkus and the generated checks into problems. By default these have no body, or one in a different
 * format.
 */
class Refusals {
  /** Checks tokens before the generated code, which does not check them. */
  @ServerRequestFilter(preMatching = true)
  Response guard(ContainerRequestContext request) {
    var given = request.getHeaders().get(HttpHeaders.AUTHORIZATION);
    var isRight = given != null && given.size() == 1 && Token.isIn(given.get(0));
    return isRight ? null : problem(401, "unauthenticated");
  }

  @ServerExceptionMapper
  Response refuse(Refusal refusal) {
    return problem(refusal.status, refusal.code);
  }

  @ServerExceptionMapper
  Response refuse(ConstraintViolationException invalid) {
    return problem(422, "validation_failed");
  }

  @ServerExceptionMapper
  Response refuse(JsonProcessingException unread) {
    return problem(400, "malformed_json");
  }

  static final Map<Integer, String> codes =
      Map.of(400, "malformed_json", 404, "not_found", 405, "method_not_allowed", 413, "payload_too_large", 415, "unsupported_media_type");

  @ServerExceptionMapper
  Response refuse(WebApplicationException refused) {
    var status = refused.getResponse().getStatus();
    return problem(status, codes.getOrDefault(status, "validation_failed"));
  }

  static Response problem(int status, String code) {
    var problem = new Problem();
    problem.setType("about:blank");
    problem.setTitle(Response.Status.fromStatusCode(status) == null ? code : Response.Status.fromStatusCode(status).getReasonPhrase());
    problem.setStatus(status);
    problem.setCode(code);
    problem.setDetail("The request is refused: " + code + ".");
    var response = Response.status(status).type("application/problem+json").entity(problem);
    if (status == 401) response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"payments\"");
    return response.build();
  }
}
