import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Code of the bundles to measure. Most bundles only create an invoice; `whole` imports everything that the production
 * entries export.
 */
export const bundles: Record<string, string> = {
  'this client':
    "import { createClient } from '../../packages/client/src/index.ts'; export const create = (o, b) => createClient(o).createPayment(b);",
  'this client, whole':
    "export * from '../../packages/client/src/index.ts'; export * from '../../packages/client/src/callbacks/index.ts';",
  'openapi-fetch':
    "import createClient from 'openapi-fetch'; export const create = (o, b) => createClient(o).POST('/api/v1/payments/create', { body: b });",
  ky: "import ky from 'ky'; export const create = (o, b) => ky.create(o).post('api/v1/payments/create', { json: b }).json();",
  axios: "import axios from 'axios'; export const create = (o, b) => axios.create(o).post('/api/v1/payments/create', b);",
};

/** Measures how many bytes a page loads for each bundle, first minified, then minified and gzipped. */
export async function measureSizes(): Promise<Record<string, [minified: number, gzipped: number]>> {
  const sizes: Record<string, [number, number]> = {};
  for (const [name, contents] of Object.entries(bundles)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
    });
    const text = outputFiles[0]?.text ?? '';
    sizes[name] = [text.length, gzipSync(text, { level: 9 }).length];
  }
  return sizes;
}
