import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadContract, ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { basePathOf, type Respond } from '../pages/serve-pages.ts';

/** The folder of the rendered docs in the published package. In a checkout, the docs are next to the generated contract. */
const published = fileURLToPath(new URL('../../docs', import.meta.url));
const docsFolder = existsSync(published)
  ? published
  : join(createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json'), '../../docs');

/** Redirects to the path with a final slash. Without the slash, relative links in the docs would lead to the wrong paths. */
export const leadToDocs =
  (baseUrl: () => string): Respond =>
  (ctx) =>
    ctx.redirect(`${basePathOf(baseUrl())}/docs/`);

/** The media types of the machine-readable files next to the pages, by extension. */
const documentTypes: Record<string, string> = {
  '.json': 'application/json',
  '.toml': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

/** Makes a page of the docs, with this server's URL in it. If the docs are missing, the page explains how to build them. */
export function showDocs(name: string, place: DocsPlace, folder = docsFolder): Respond {
  const read = createDocsReader(join(folder, name), (text) => nameServerInPage(text, place));
  return (ctx) => sendPage(ctx, read, 'text/html; charset=utf-8', folder);
}

/** Sends a machine-readable file: the contract, its variant for a generator, a generator's settings, or the workflow. */
export function sendDocument(place: DocsPlace, folder = docsFolder): Respond {
  const readers = new Map<string, ReturnType<typeof createDocsReader>>();
  return async (ctx, name = '') => {
    const read = readers.get(name) ?? createDocsReader(join(folder, name), (text) => nameServerIn(text, place));
    await sendPage(ctx, read, documentTypes[extname(name)] ?? 'text/plain', folder);
    // Caches only files that exist, so that requests for invented names take no memory.
    if (ctx.status < 400) readers.set(name, read);
  };
}

async function sendPage(ctx: Context, read: ReturnType<typeof createDocsReader>, type: string, folder: string): Promise<void> {
  try {
    const { plain, packed, hash } = await read();
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.status = 200;
    ctx.set({
      'Content-Type': type,
      // This directive is in the header because it only works there. The other directives are in the pages themselves, so that
      // they also apply if a page is opened from a folder.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      ETag: `"${hash}${isPacked ? '-gzip' : ''}"`,
      ...(isPacked && { 'Content-Encoding': 'gzip' }),
    });
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = isPacked ? packed : plain;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // Responds with 404, not 503, because operators monitor 503s, and anyone could cause one by requesting an invented name.
    if (existsSync(join(folder, 'index.html'))) throw new ProblemError('not_found', 'The docs have no such file.');
    ctx.status = 503;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.body = 'The docs have not been built yet: run `npm run docs` in the project, then load this page again.\n';
  }
}

interface DocsPage {
  plain: Buffer;
  packed: Buffer;
  hash: string;
}

/**
 * Makes a function that returns a page of several megabytes. The file is read and compressed once, and again only if its time or
 * length has changed, so that all requests share the same bytes.
 * @param adapt replaces the contract's server in the text with this server
 */
function createDocsReader(file: string, adapt: (text: string) => string = (text) => text): () => Promise<DocsPage> {
  let known = '';
  let page: Promise<DocsPage> | undefined;
  return async () => {
    const { mtimeMs, size } = await stat(file);
    const found = `${mtimeMs} ${size}`;
    if (!page || found !== known) {
      known = found;
      const reading = readPage(file, adapt);
      page = reading;
      // After a failure, the next request tries again.
      reading.catch(() => {
        if (page === reading) page = undefined;
      });
    }
    return page;
  };
}

async function readPage(file: string, adapt: (text: string) => string): Promise<DocsPage> {
  const plain = Buffer.from(adapt(await readFile(file, 'utf8')));
  return { plain, packed: await promisify(gzip)(plain), hash: hash('sha256', plain).slice(0, 16) };
}

/** The server whose URL is inserted into the docs. */
interface DocsPlace {
  /** Returns the base URL. It must not be called before the server listens. */
  baseUrl: () => string;
  isSandbox: boolean;
}

/** The server in the contract: a sandbox on the reader's own machine. */
const written = loadContract().servers[0];

/** Replaces the contract's server in a document with this server. */
function nameServerIn(text: string, { baseUrl, isSandbox }: DocsPlace): string {
  if (!written) return text;
  return text.replaceAll(written.description, isSandbox ? 'This sandbox' : 'This server').replaceAll(written.url, baseUrl());
}

/** Replaces the contract's server in a page of the docs with this server, so that "Try it" sends its requests here. */
function nameServerInPage(page: string, place: DocsPlace): string {
  const served = `data-served-by="${escapeAttribute(place.baseUrl())}"${place.isSandbox ? ' data-sandbox' : ''}`;
  return nameServerIn(page, place).replace('<html lang="en"', () => `<html lang="en" ${served}`);
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
