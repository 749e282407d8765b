import { readAsset } from '../pages/asset-file.ts';

/** The console's own files by file extension, read once. */
export const consoleFiles = {
  css: readAsset(new URL('browser/console.css', import.meta.url), 'text/css; charset=utf-8'),
  js: readAsset(new URL('browser/console.js', import.meta.url), 'text/javascript; charset=utf-8'),
};
