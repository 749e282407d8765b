import { createServer, type Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import * as validator from 'express-openapi-validator';
import { contractFile } from '../contract.ts';
import type { Work } from '../work.ts';

/** Starts Express and express-openapi-validator, put together as the README of the latter shows. */
export async function startExpress(work: Work): Promise<Server> {
  const app = express();
  app.use((request: Request, response: Response, next: NextFunction) => {
    const start = performance.now();
    const requestId = work.makeRequestId();
    response.locals.requestId = requestId;
    response.set({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store' });
    response.on('finish', () =>
      work.logger.info(
        { requestId, method: request.method, path: request.path, status: response.statusCode, ms: performance.now() - start },
        'answered',
      ),
    );
    next();
  });
  app.use(express.json());
  app.use(
    validator.middleware({
      apiSpec: contractFile,
      validateRequests: true,
      validateResponses: true,
      validateSecurity: {
        handlers: {
          bearerAuth: (request) => {
            const account = work.authenticate(request.headers.authorization);
            (request as Request).res?.locals && Object.assign((request as Request).res?.locals ?? {}, { account });
            return account !== undefined;
          },
        },
      },
    }),
  );
  app.post('/api/v1/payments/create', (request, response) => {
    response.json(work.create(response.locals.account, request.body));
  });
  app.post('/api/v1/payments/fetch', (request, response) => {
    const invoice = work.fetch(response.locals.account, request.body.invoiceId);
    if (invoice) response.json(invoice);
    else
      response
        .status(404)
        .type('application/problem+json')
        .json(work.problem(404, 'invoice_not_found', response.locals.requestId));
  });
  app.use((error: { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
    const status = error.status ?? 500;
    response
      .status(status)
      .type('application/problem+json')
      .json(work.problem(status, 'refused', response.locals.requestId));
  });
  return createServer(app);
}
