import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Respond } from './serve-pages.ts';

/** A file that a page loads; its path changes with its content, so that a browser may keep it for good. */
export interface AssetFile {
  path: string;
  type: string;
  content: Buffer;
}

export function readAsset(file: URL, type: string): AssetFile {
  const content = readFileSync(file);
  const name = basename(file.pathname).replace('.', `.${hash('sha256', content).slice(0, 10)}.`);
  return { path: `/assets/${name}`, type, content };
}

/** Makes what sends one of the files, found by its ending. A browser keeps it for good, unless the page that asks is of an older version. */
export function sendAssets(files: Readonly<Record<string, AssetFile>>): Respond {
  return (ctx, ending = '') => {
    const file = files[ending];
    if (!file) return;
    ctx.set({
      'Content-Type': file.type,
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(ctx.path === file.path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
    });
    ctx.body = file.content;
  };
}
