import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,conformance,openapi}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Under load a child process takes its time; a poll that is met ends at once.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    // Most tests wait for servers and commands that they started: one worker alone would leave the machine idle.
    maxWorkers: 3,
    // Tests start servers and child processes on two cores that they share.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
    typecheck: { enabled: true, include: ['packages/**/*.test-d.ts'], tsconfig: './tsconfig.test-d.json' },
  },
});
