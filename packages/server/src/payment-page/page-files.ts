import { readAsset } from '../pages/serve-pages.ts';

/** The page's own files by file extension, read once. */
export const pageFiles = {
  css: readAsset(new URL('browser/payment-page.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/payment-page.js', import.meta.url), 'text/javascript; charset=utf-8'),
  svg: readAsset(new URL('browser/payment-page.svg', import.meta.url), 'image/svg+xml'),
};

/**
 * The headers of every page that a payer sees. Only our own scripts and styles are allowed, and no site may frame the page. The
 * referrer is sent only to this host, because the path contains the invoice's id, which is the payer's key. It is not
 * `no-referrer`, because browsers would then omit the origin of our own forms too.
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
  // The browser's preference decides the language of the page.
  Vary: 'Accept-Language',
  'X-Robots-Tag': 'noindex, nofollow',
} as const;
