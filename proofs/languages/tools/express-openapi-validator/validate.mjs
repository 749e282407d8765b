// Validates exchanges with express-openapi-validator. Each request is sent to an Express application, which responds with the
// exchange's response.
import { readFileSync } from 'node:fs';
import express from 'express';
import { middleware } from 'express-openapi-validator';

const exchanges = JSON.parse(readFileSync('exchanges.json', 'utf8'));
const found = {};
const app = express();
app.use(express.json());
app.use(middleware({ apiSpec: process.argv[2], validateRequests: true, validateResponses: true }));
app.use((request, response) => {
  const { name, status, responseHeaders, responseBody } = exchanges[request.get('exchange')];
  found[name] = null;
  response.status(status).type(responseHeaders['content-type']).json(JSON.parse(responseBody));
});
app.use((error, request, response, _next) => {
  found[exchanges[request.get('exchange')].name] = error.message;
  response.status(500).end();
});
const server = app.listen(0, '127.0.0.1', async () => {
  for (const [at, { path, body, headers }] of exchanges.entries())
    await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
      method: 'POST',
      body,
      headers: { ...headers, exchange: `${at}` },
    });
  server.close();
  console.log(JSON.stringify(found));
});
