import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'koa';
import { basePathOf } from './base-path.ts';
import type { Respond } from './serve-pages.ts';

/** The rendered docs: in the published package beside the code, else where a script writes them, beside the generated contract. */
const published = fileURLToPath(new URL('../../docs', import.meta.url));
const docsFolder = existsSync(published)
  ? published
  : join(createRequire(import.meta.url).resolve('@payment-invoice/generated/contract.json'), '../../docs');

/** Leads to the docs, with the slash: without it, links beside the page would lead to the root. */
export function leadToDocs(baseUrl: () => string): Respond {
  return (ctx) => ctx.redirect(`${basePathOf(baseUrl())}/docs/`);
}

/** The media types of what lies beside the page for programs, by the ends of their names. */
const documentTypes: Record<string, string> = {
  '.json': 'application/json',
  '.toml': 'text/plain; charset=utf-8',
  '.yaml': 'application/yaml',
};

/** Shows a page of the docs, or a sentence on how to make it. Reads it at each request, so that a new one shows. */
export function showDocs(name: string): Respond {
  return (ctx) => sendFile(ctx, name, 'text/html; charset=utf-8');
}

/** Sends what lies beside the page for programs: the contract, the document for generators with its settings, the workflow. */
export const sendDocument: Respond = (ctx, name = '') => sendFile(ctx, name, documentTypes[extname(name)] ?? 'text/plain');

async function sendFile(ctx: Context, name: string, type: string): Promise<void> {
  try {
    ctx.body = await readFile(join(docsFolder, name));
    ctx.set({
      'Content-Type': type,
      // The pages say the rest of their policy themselves, as they are read from a folder too; this part only a header can say.
      'Content-Security-Policy': "frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    ctx.status = 503;
    ctx.set('Content-Type', 'text/plain; charset=utf-8');
    ctx.body = 'The docs have not been built yet: run `npm run docs` in the project, then load this page again.\n';
  }
}
