import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the ids that were found for the same texts, or finds them and keeps them. */
export async function keepReached(file: string, texts: string, find: () => Promise<Set<string>>): Promise<Set<string>> {
  const kept = read(file);
  if (kept?.texts === texts) return new Set(kept.ids);
  const found = await find();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ texts, ids: [...found] }));
  return found;
}

function read(file: string): { texts: string; ids: string[] } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // None yet, or one that was cut off.
    return undefined;
  }
}
