// Drives the functions that ng-openapi-gen generates, outside a browser.
import '@angular/compiler';
import { HttpErrorResponse, withInterceptors } from '@angular/common/http';
import { firstValueFrom } from 'rxjs';
import { openHttp } from './angular.ts';
import { createPayment, fetchPayment, submitReceipt } from './client/functions.ts';
import { serve } from './harness.ts';

let token = '';
const http = openHttp(
  withInterceptors([(request, next) => next(request.clone({ setHeaders: { authorization: `Bearer ${token}` } }))]),
);

await serve(async (order) => {
  ({ token } = order);
  try {
    const { body } = await firstValueFrom(
      order.op === 'create'
        ? createPayment(http, order.url, { body: order.create, 'Idempotency-Key': order.key })
        : order.op === 'fetch'
          ? fetchPayment(http, order.url, { body: order.fetch })
          : submitReceipt(http, order.url, { body: order.submit }),
    );
    return { invoice: body };
  } catch (error) {
    if (!(error instanceof HttpErrorResponse)) throw error;
    return { status: error.status, problem: error.error };
  }
});
