import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file that the page loads; its path changes with its content, so that a browser may keep it for good. */
export interface PageFile {
  path: string;
  type: string;
  content: Buffer;
}

/** The page's own files, read once. */
export const pageFiles = {
  style: read('payment-page.css', 'text/css; charset=utf-8'),
  script: read('payment-page.js', 'text/javascript; charset=utf-8'),
  icon: read('payment-page.svg', 'image/svg+xml'),
} as const;

function read(name: string, type: string): PageFile {
  const content = readFileSync(new URL(`browser/${name}`, import.meta.url));
  return { path: `/assets/${name.replace('.', `.${hash('sha256', content).slice(0, 10)}.`)}`, type, content };
}
