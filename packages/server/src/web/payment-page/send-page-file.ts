import type { Context } from 'koa';
import { pageFiles } from './page-files.ts';

/** Sends `/assets/payment-page.<hash>.<type>`. A browser keeps it for good, unless the page that asks is of an older version. */
export function sendPageFile(ctx: Context, type: string): void {
  const file = { css: pageFiles.style, js: pageFiles.script, svg: pageFiles.icon }[type as 'css' | 'js' | 'svg'];
  ctx.set({
    'Content-Type': file.type,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(ctx.path === file.path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  });
  ctx.body = file.content;
}
