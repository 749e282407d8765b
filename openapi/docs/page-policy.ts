import { hash } from 'node:crypto';

/**
 * Writes the Content-Security-Policy of a page with this script and this style: nothing else runs, and nothing is loaded. The script may
 * ask the server that serves the page, for "Try it"; in a file there is none.
 */
export function pagePolicy(script: string, style: string): string {
  const allow = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${allow(script)}`,
    `style-src ${allow(style)}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
