import { createRequire } from 'node:module';

/** The module `node:http`. An import statement would evaluate its export `WebSocket`, which costs 50 ms of CPU. */
export const http: typeof import('node:http') =
  // Node.js before 20.16 has no `getBuiltinModule`, and a CommonJS bundle has no `import.meta.url`.
  process.getBuiltinModule?.('node:http') ?? createRequire(import.meta.url)('node:http');
