import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

test('packages/generated/src is what the generator makes of the contract now', () => {
  const generated = join(root, 'packages/generated');
  const fresh = mkdtempSync(join(tmpdir(), 'payment-invoice-fresh-'));
  try {
    execFileSync(process.execPath, [join(generated, 'bin/generate.ts'), '--out', fresh], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const kept = join(generated, 'src');
    const names = new Set([...readdirSync(kept), ...readdirSync(fresh)]);
    const stale = [...names].filter((name) => read(join(kept, name)) !== read(join(fresh, name)));
    expect(stale, 'packages/generated/src is stale: run `npm run generate` and commit what it writes.').toEqual([]);
    expect(names.size).toBeGreaterThan(0);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
});

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
