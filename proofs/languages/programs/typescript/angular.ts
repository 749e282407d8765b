import { HttpClient, provideHttpClient } from '@angular/common/http';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  Injector,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE,
} from '@angular/core';

/** Returns the HTTP client that Angular gives to an application. Renders no page. */
export function openHttp(...features: Parameters<typeof provideHttpClient>): HttpClient {
  const root = { provide: ɵINJECTOR_SCOPE, useValue: 'root' };
  const providers = [root, provideHttpClient(...features), provideZonelessChangeDetection()];
  return createEnvironmentInjector(providers, Injector.NULL as EnvironmentInjector).get(HttpClient);
}
