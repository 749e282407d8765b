import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the commands that tests start keep what they compiled for the next one: most of a short command's time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: ['{packages,conformance,openapi}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Under load a child process takes its time; a poll that is met ends at once.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    // Most tests wait for servers and commands that they started: one worker alone would leave the machine idle.
    maxWorkers: 3,
    // A worker keeps what it imported for its next file; tests hold their state in themselves, in servers and in folders of their own.
    isolate: false,
    // Tests start servers and child processes on two cores that they share.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
    typecheck: { enabled: true, include: ['packages/**/*.test-d.ts'], tsconfig: './tsconfig.test-d.json' },
  },
});
