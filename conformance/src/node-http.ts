import { createRequire } from 'node:module';

/** The HTTP module of Node.js. An import of `node:http` would also load `WebSocket`, which costs 50 ms of CPU at each start. */
export const http: typeof import('node:http') =
  // Before 20.16, Node.js does not have this function.
  process.getBuiltinModule?.('node:http') ?? createRequire(import.meta.url)('node:http');
