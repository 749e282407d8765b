import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,conformance,openapi}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    expect: { requireAssertions: true },
    // The runner says MODE=test to its children; the server that tests start reads MODE, and knows sandbox and live.
    env: { MODE: 'sandbox' },
    // Tests start servers and child processes on two cores that they share.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-results.json' },
    typecheck: { enabled: true, include: ['packages/**/*.test-d.ts'], tsconfig: './tsconfig.test-d.json' },
  },
});
