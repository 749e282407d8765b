import { createRequire } from 'node:module';

/**
 * The module `node:http`, loaded without an import statement. An import would evaluate all its exports, including `WebSocket`,
 * which loads a second HTTP client and costs 50 ms of CPU at each start.
 */
export const http: typeof import('node:http') =
  // Node.js before 20.16 has no `getBuiltinModule`, and a CommonJS bundle has no `import.meta.url`.
  process.getBuiltinModule?.('node:http') ?? createRequire(import.meta.url)('node:http');
