import { once } from 'node:events';
import { mkdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { createHttpServer } from '@payment-invoice/stubs';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { listen } from '../../testing/listen.ts';
import { makeTestDirectory } from '../../testing/start-test-server.ts';
import { everyone } from '../pages/page-access.ts';
import { servePages } from '../pages/serve-pages.ts';
import { respondToErrors } from './create-app.ts';
import { sendDocument, showDocs } from './show-docs.ts';

const place = { baseUrl: () => 'https://pay.example/a&b', isSandbox: true };

/** Serves the docs from a new folder, which contains an `index.html` with this text. A test may add other documents. */
async function serveDocs(text: string) {
  const folder = makeTestDirectory();
  const file = join(folder, 'index.html');
  writeFileSync(file, text);
  const app = new Koa();
  app.use((ctx, next) => {
    ctx.state.requestId = 'req_1';
    return next();
  });
  app.use(respondToErrors(pino({ level: 'silent' }), place.baseUrl));
  app.use(
    servePages([
      { path: /^\/$/, access: everyone, GET: showDocs('index.html', place, folder) },
      { path: /^\/(generators\/.+)$/, access: everyone, GET: sendDocument(place, folder) },
    ]),
  );
  const server = createHttpServer(app.callback(), { publicBaseUrl: () => 'http://shop.test' });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return {
    ...{ folder, file, ask: (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { headers, method }) },
    askFor: async (name: string) => (await fetch(url + name)).status,
  };
}

const page = `<!doctype html>${'the docs '.repeat(10_000)}`;

test('a browser that already has the page gets a 304, in either encoding', async () => {
  const { ask } = await serveDocs(page);
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const first = await ask(headers);
    expect(await first.text()).toBe(page);
    expect(first.headers.get('vary')).toBe('Accept-Encoding');
    // Uses node:http, because fetch would add `Cache-Control: no-cache` to a request with this header.
    const again = request(first.url, { headers: { ...headers, 'If-None-Match': first.headers.get('etag') ?? '' } }).end();
    const [response] = (await once(again, 'response')) as [IncomingMessage];
    expect([response.statusCode, (await response.toArray()).length]).toEqual([304, 0]);
  }
});

test('it is sent compressed to clients that accept it', async () => {
  const { ask } = await serveDocs(page);
  const [plain, packed] = [await ask({ 'accept-encoding': 'identity' }), await ask({ 'accept-encoding': 'gzip' })];
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect(Number(plain.headers.get('content-length'))).toBe(page.length);
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(page.length / 10);
  expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'));
});

test('HEAD returns its length, and no body', async () => {
  const { ask } = await serveDocs(page);
  const response = await ask({ 'accept-encoding': 'identity' }, 'HEAD');
  expect([response.headers.get('content-length'), await response.text()]).toEqual([String(page.length), '']);
});

test('it is read once, and a changed file is shown', async () => {
  const { ask, file } = await serveDocs(page);
  const time = new Date('2026-01-01T00:00:00Z');
  utimesSync(file, time, time);
  await ask();
  // The file's length and time stay the same, so the server must still serve the old text.
  writeFileSync(file, page.replaceAll('docs', 'text'));
  utimesSync(file, time, time);
  expect(await (await ask()).text()).toBe(page);
  writeFileSync(file, 'new');
  expect(await (await ask()).text()).toBe('new');
});

test('if the docs are not built, the page says how to build them', async () => {
  const app = await serveDocs(page);
  unlinkSync(app.file);
  const response = await app.ask();
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run docs')]);
});

test('a document that does not exist is 404, or 503 if the docs are not built', async () => {
  const { file, folder, askFor } = await serveDocs(page);
  mkdirSync(join(folder, 'generators'));
  writeFileSync(join(folder, 'generators/java.json'), '{}');
  expect([await askFor('generators/java.json'), await askFor('generators/x.json')]).toEqual([200, 404]);
  unlinkSync(join(folder, 'generators/java.json'));
  expect(await askFor('generators/java.json')).toBe(404);
  unlinkSync(file);
  expect(await askFor('generators/x.json')).toBe(503);
});

test('it contains this server, and says that it can be tried', async () => {
  const { ask } = await serveDocs(
    '<!doctype html>\n<html lang="en">http://127.0.0.1:8080: The sandbox on your own machine, started with npm start',
  );
  expect(await (await ask()).text()).toBe(
    '<!doctype html>\n<html lang="en" data-served-by="https://pay.example/a&amp;b" data-sandbox>https://pay.example/a&b: This sandbox',
  );
});
