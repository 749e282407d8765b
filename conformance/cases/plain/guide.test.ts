/** Tests the guide for other contracts: runs its commands in order, and checks what it says about them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { libraryContract, libraryKey, otherLibraryKey, serveLibrary } from '../../testing/plain/library-server.ts';
import { type CommandRun, runConformance } from '../../testing/run-conformance.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('its commands do what it says, and each fact adds cases', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../YOUR-CONTRACT.md'), 'utf8');
  const file = join(folder, 'library.yaml');
  let text = readFileSync(libraryContract, 'utf8');
  writeFileSync(file, text);
  const served = await serveLibrary();
  const words: Record<string, string> = { BASE_URL: served.baseUrl, TOKEN: libraryKey, OTHER_TOKEN: otherLibraryKey };
  const runs: CommandRun[] = [];
  try {
    for (const [, replaced, language, block = ''] of guide.matchAll(
      /(?:<!-- replaces: ([^\n]*) -->\n)?```(sh|yaml)\n([^`]*)```/g,
    )) {
      if (language === 'yaml') {
        const lines = text.split('\n');
        const at = lines.findIndex((line) => line.trim() === replaced);
        expect(at).toBeGreaterThan(0);
        text = lines.with(at, `${lines[at]?.replace(/\S.*/, '')}${block.trimEnd()}`).join('\n');
        writeFileSync(file, text);
        continue;
      }
      const [command, ...args] = block.trim().split(' ');
      // Runs the suite's commands only. Other tests run the commands of other tools.
      if (command !== 'payment-invoice-conformance') continue;
      const filled = args.map((word) => word.replace(/^"\$(\w+)"$/, (_, name: string) => words[name] ?? ''));
      const last = runs.at(-1)?.out ?? '';
      runs.push(
        await runConformance(...filled.map((word) => word.replace('conformance-report', last).replace(/^library\.yaml$/, file))),
      );
    }
  } finally {
    await served.close();
  }
  expect(runs.map(({ exit, output }) => (exit === 0 ? 0 : output))).toEqual([0, 0, 0, 0]);
  const [plan, first, , last] = runs;
  for (const [line] of guide.matchAll(/^State .*$/gm)) expect(plan?.output).toContain(line);
  const countOf = (run: CommandRun | undefined): number => run?.report().results.length ?? 0;
  expect(countOf(last)).toBe(countOf(first) + 3);
  expect(last?.output).toContain('conforms to Loans of a library 1.0.0');
});
