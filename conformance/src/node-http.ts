import { createRequire } from 'node:module';

/**
 * Node's HTTP module. An import of `node:http` also evaluates its `WebSocket` export, which loads a second HTTP client and costs
 * 50 ms of CPU at each start.
 */
export const http: typeof import('node:http') =
  // Node.js before 20.16 has no such function.
  process.getBuiltinModule?.('node:http') ?? createRequire(import.meta.url)('node:http');
