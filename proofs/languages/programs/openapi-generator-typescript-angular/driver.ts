// Drives the client of openapi-generator's typescript-angular, outside a browser.
import '@angular/compiler';
import { HttpClient, HttpErrorResponse, provideHttpClient } from '@angular/common/http';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  Injector,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE,
} from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { Configuration, PaymentsService } from './client/index.ts';
import { serve } from './harness.ts';

// Provides what Angular gives to an application, but without a page to draw.
const root = { provide: ɵINJECTOR_SCOPE, useValue: 'root' };
const providers = [root, provideHttpClient(), provideZonelessChangeDetection()];
const injector = createEnvironmentInjector(providers, Injector.NULL as EnvironmentInjector);
const http = injector.get(HttpClient);

await serve(async (order) => {
  const api = new PaymentsService(http, order.url, new Configuration({ credentials: { bearerAuth: order.token } }));
  try {
    const invoice = await firstValueFrom(
      order.op === 'create'
        ? api.createPayment(order.create, order.key)
        : order.op === 'fetch'
          ? api.fetchPayment(order.fetch)
          : api.submitReceipt(order.submit),
    );
    return { invoice };
  } catch (error) {
    if (!(error instanceof HttpErrorResponse)) throw error;
    return { status: error.status, problem: error.error };
  }
});
