import { readAsset } from '../pages/asset-file.ts';

/** The page's own files by file extension, read once. */
export const pageFiles = {
  css: readAsset(new URL('browser/payment-page.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/payment-page.js', import.meta.url), 'text/javascript; charset=utf-8'),
  svg: readAsset(new URL('browser/payment-page.svg', import.meta.url), 'image/svg+xml'),
};
