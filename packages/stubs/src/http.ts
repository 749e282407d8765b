import { createRequire } from 'node:module';

/**
 * Node's HTTP. An import of `node:http` evaluates all that it exports, `WebSocket` among them, and so loads a second HTTP client:
 * 50 ms of CPU at each start.
 */
export const http: typeof import('node:http') =
  // Node.js before 20.16 has no such function; a bundle in CommonJS has no URL.
  process.getBuiltinModule?.('node:http') ?? createRequire(import.meta.url)('node:http');
