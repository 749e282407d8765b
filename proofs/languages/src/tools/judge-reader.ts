import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { findChromium, openBrowser } from '@payment-invoice/browser';
import type { Place } from '../generators/generator.ts';
import type { Sandbox } from '../run/sandbox.ts';
import { listen, readBody } from '../run/serve-requests.ts';
import { type Check, check, paths, send } from './tool.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openBrowser>>['newPage']>>;

/** A tool's page that shows a document, and the actions of a reader on this page. */
export interface ReaderPage {
  /** The files that the page loads, relative to the tool's folder. */
  files: string[];
  /** The page's HTML. The document is served at `/openapi.yaml`. */
  html: string;
  /** Expands collapsed parts until createPayment is visible. */
  open?(page: Page): Promise<void>;
  /** Enters the token, and sends a create request with the suggested values. Absent if the page cannot send requests. */
  tryIt?(page: Page, token: string): Promise<void>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.yaml': 'application/yaml',
  '.json': 'application/json',
};
/** The time limit for each wait on a page, in milliseconds. It allows for a busy machine. */
const patience = 90_000;

/** Opens a page in a browser, saves a screenshot, and checks what a reader sees. */
export async function judgeReader(place: Place, shown: ReaderPage, sandbox: Sandbox, signal: AbortSignal): Promise<Check[]> {
  const found = await findChromium();
  if (typeof found === 'string') return [{ title: 'a browser', failure: found }];
  const ids: unknown[] = [];
  const server = createServer((request, response) => {
    respond(request, response, place, shown, sandbox, ids).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  const { port, close } = await listen(server);
  const browser = await openBrowser(found);
  const errors: string[] = [];
  try {
    // Sets a locale: without one, Elements shows nothing, because it formats times in the browser's language.
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1390, height: 1400 } });
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => errors.push(error.message));
    // Blocks fonts and logos from the tool's vendor. A page must be readable without them.
    await page.route(
      ({ hostname }) => hostname !== '127.0.0.1',
      (route) => route.abort(),
    );
    await page.goto(`http://127.0.0.1:${port}/`);
    const sees = (title: string, ...texts: string[]) =>
      check(title, signal, async () => {
        for (const text of texts)
          await page
            .locator('body', { hasText: text })
            .waitFor()
            .catch(() => {
              throw new Error(`does not show ${text}`);
            });
      });
    const checks = [
      await sees('it renders', 'Payment Invoice API'),
      await check('create can be opened', signal, async () => shown.open?.(page)),
      await sees(
        'the operation, its fields and refusals',
        'Create a payment invoice',
        'Idempotency-Key',
        'cashTag',
        'amount',
        '422',
      ),
      await sees('an example', '$coffeeshop'),
    ];
    await page.screenshot({ path: join(place.folder, 'page.png') });
    const { tryIt } = shown;
    if (tryIt) {
      checks.push(
        await check('a create from the page', signal, () =>
          tryIt(page, sandbox.token).then(() => waitUntil(() => ids.length > 0)),
        ),
        await check('sent again, it is a second invoice', signal, async () => {
          await tryIt(page, sandbox.token);
          await waitUntil(() => ids.length > 1);
          if (ids.some((id) => typeof id !== 'string') || new Set(ids).size < 2) throw new Error(`got ${ids.join(', ')}`);
        }),
      );
      await page.screenshot({ path: join(place.folder, 'tried.png') });
    }
    return [...checks, { title: 'no error', ...(errors.length > 0 && { failure: errors[0] ?? '' }) }];
  } finally {
    await browser.close();
    await close();
  }
}

async function waitUntil(holds: () => boolean): Promise<void> {
  const until = Date.now() + patience / 3;
  while (!holds()) {
    if (Date.now() > until) throw new Error('no request was sent');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Serves the page, its files and the document, and forwards API requests of the page to the sandbox. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { document, folder }: Place,
  { files, html }: ReaderPage,
  sandbox: Sandbox,
  ids: unknown[],
): Promise<void> {
  const path = request.url?.split('?')[0] ?? '';
  const file = files.find((one) => path === `/${one}`);
  const give = (type: string, body: string | Buffer) => response.writeHead(200, { 'content-type': type }).end(body);
  if (path === '/') give('text/html', `<!doctype html><meta charset="utf-8"><title>Reader</title><body>${html}</body>`);
  else if (path === '/openapi.yaml') {
    const own = `http://${request.headers.host}`;
    give('application/yaml', readFileSync(document, 'utf8').replaceAll('http://127.0.0.1:8080', own));
  } else if (file !== undefined) give(types[extname(file)] ?? 'text/plain', readFileSync(join(folder, file)));
  else if (path === paths.create && request.method === 'POST') {
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const headers = { authorization, ...(typeof key === 'string' && { 'idempotency-key': key }) };
    const { status, text, json } = await send(sandbox.url, path, await readBody(request), headers);
    ids.push(status === 200 ? json?.id : text);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  } else response.writeHead(404).end();
}
