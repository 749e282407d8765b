// Drives the client that openapi-generator's typescript-angular generates, outside a browser.
import '@angular/compiler';
import { HttpErrorResponse } from '@angular/common/http';
import { firstValueFrom } from 'rxjs';
import { openHttp } from './angular.ts';
import { Configuration, PaymentsService } from './client/index.ts';
import { serve } from './harness.ts';

const http = openHttp();

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
