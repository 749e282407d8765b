import { readAsset } from '../pages/serve-pages.ts';

/** The page's script and stylesheet by file extension. They are read once, when the module is loaded. */
export const pageFiles = {
  css: readAsset(new URL('browser/payment-page.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/payment-page.js', import.meta.url), 'text/javascript; charset=utf-8'),
  svg: readAsset(new URL('browser/payment-page.svg', import.meta.url), 'image/svg+xml'),
};

/**
 * The headers of every page for payers. They allow only our own scripts and styles, and do not let other sites embed the page in
 * a frame. The referrer is sent only to this host, because the path contains the invoice's id, and whoever has the id can open
 * the page. With `no-referrer`, which is stricter, browsers would send our own forms without an origin.
 */
export const paymentPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  // The language of the page depends on the browser's settings.
  Vary: 'Accept-Language',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
