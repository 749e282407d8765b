import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Removes the declarations that no entry of a staged package leads to: nobody can import what they describe. */
export function dropUnusedTypes(entries: readonly string[], folder: string): void {
  const reached = new Set<string>();
  const waiting = entries.filter((path) => path.endsWith('.d.ts')).map((path) => normalize(path));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !existsSync(join(folder, file))) continue;
    reached.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:from |import |import\()'(\.[^']*)\.js'/g))
      waiting.push(join(dirname(file), `${path}.d.ts`));
  }
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) if (!reached.has(file)) rmSync(join(folder, file));
}
