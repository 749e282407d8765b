import type { Middleware } from 'koa';
import { resource } from '../route.ts';
import { pageFiles } from './page-files.ts';

/** `/assets/payment-page.<hash>.<type>`. A browser keeps one for good, unless the page that asks is of an older version. */
export function servePageFiles(): Middleware {
  return resource(/^\/assets\/payment-page\.[0-9a-f]{10}\.(css|js|svg)$/, {
    GET(ctx, type) {
      const file = { css: pageFiles.style, js: pageFiles.script, svg: pageFiles.icon }[type as 'css' | 'js' | 'svg'];
      ctx.set({
        'Content-Type': file.type,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        ...(ctx.path === file.path && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      });
      ctx.body = file.content;
    },
  });
}
