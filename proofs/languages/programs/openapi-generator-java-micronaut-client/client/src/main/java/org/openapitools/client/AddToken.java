package org.openapitools.client;

import io.micronaut.context.annotation.Value;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.filter.ClientFilterChain;
import io.micronaut.http.filter.HttpClientFilter;
import org.reactivestreams.Publisher;

/** Adds the token of the settings, because the generated client adds none. */
@Filter("/**")
public class AddToken implements HttpClientFilter {
  private final String token;

  public AddToken(@Value("${token}") String token) {
    this.token = token;
  }

  @Override
  public Publisher<? extends HttpResponse<?>> doFilter(MutableHttpRequest<?> request, ClientFilterChain chain) {
    return chain.proceed(request.bearerAuth(token));
  }
}
