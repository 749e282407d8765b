package server;

import org.openapitools.model.Problem;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Turns refusals by Spring and the generated checks into problems; by default Spring responds with its own object. */
@RestControllerAdvice
class Refusals {
  @ExceptionHandler
  ResponseEntity<Problem> refuse(Refusal refusal) {
    return problem(HttpStatus.valueOf(refusal.status), refusal.code);
  }

  @ExceptionHandler
  ResponseEntity<Problem> refuse(MethodArgumentNotValidException invalid) {
    return problem(HttpStatus.UNPROCESSABLE_ENTITY, "validation_failed");
  }

  @ExceptionHandler
  ResponseEntity<Problem> refuse(HttpMessageNotReadableException unread) {
    return problem(HttpStatus.BAD_REQUEST, "malformed_json");
  }

  @ExceptionHandler
  ResponseEntity<Problem> refuse(HttpMediaTypeNotSupportedException type) {
    return problem(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type");
  }

  static ResponseEntity<Problem> problem(HttpStatus status, String code) {
    var headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (status == HttpStatus.UNAUTHORIZED) headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"payments\"");
    var problem = new Problem();
    problem.setType("about:blank");
    problem.setTitle(status.getReasonPhrase());
    problem.setStatus(status.value());
    problem.setCode(code);
    problem.setDetail("The request is refused: " + code + ".");
    return new ResponseEntity<>(problem, headers, status);
  }
}
