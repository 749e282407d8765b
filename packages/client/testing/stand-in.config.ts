/** Runs the tests about requests, using stand-in.ts in place of openapi-fetch. */
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const room = resolve(import.meta.dirname, '..');

export default defineConfig({
  root: room,
  resolve: { alias: { 'openapi-fetch': join(import.meta.dirname, 'stand-in.ts') } },
  test: {
    include: ['src/{raw,api/api,client/create-client,client/call-options,call/send-call}.test.ts'],
    expect: { requireAssertions: true },
    isolate: false,
    maxWorkers: 1,
    reporters: ['dot'],
  },
});
