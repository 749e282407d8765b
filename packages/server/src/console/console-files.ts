import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';

const style = read('console.css', 'text/css; charset=utf-8');
const script = read('console.js', 'text/javascript; charset=utf-8');

/** The console's own files, read once; their paths change with their content, so that a browser may keep them for good. */
export const consoleFiles = { style, script } as const;

/** Sends `/assets/console.<hash>.<type>`. */
export function sendConsoleFile(ctx: Context, type: string): void {
  const file = type === 'css' ? style : script;
  ctx.set({
    'Content-Type': file.type,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(ctx.path === file.path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  });
  ctx.body = file.content;
}

function read(name: string, type: string) {
  const content = readFileSync(new URL(`browser/${name}`, import.meta.url));
  return { path: `/assets/${name.replace('.', `.${hash('sha256', content).slice(0, 10)}.`)}`, type, content };
}
