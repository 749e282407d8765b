import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Respond } from './serve-pages.ts';

/** A file that a page loads. Its path changes with its content, so that browsers may cache it permanently. */
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

/**
 * Makes the function that sends one of the files, found by its extension. Browsers cache it permanently, unless an older version
 * of the page requests it.
 */
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
