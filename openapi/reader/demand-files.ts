import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodePercent } from './follow-reference.ts';
import { parseContract, parseFile } from './parse-contract.ts';
import { walkDocument } from './walk-document.ts';

/** The maximum number of files of a contract. Real contracts have fewer. */
const mostFiles = 1000;

/**
 * Checks a contract and every file that it refers to, before the bundler reads them: each file must be readable, and valid YAML
 * or JSON. A reference to a URL is refused, because nothing is fetched. Returns the files, the contract first.
 * @throws Error that names a file that cannot be used
 */
export function demandFiles(contract: string, text: string): string[] {
  const seen = new Set([contract]);
  const open: [file: string, value: unknown][] = [[contract, parseContract(text, contract)]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [file, value] = next;
    for (const reference of listReferences(value)) {
      const [target = ''] = reference.split('#');
      if (target === '') continue;
      const short = target.slice(0, 200);
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target))
        throw new Error(`${file} refers to ${short}, and nothing is fetched: save that beside it, and refer to the file.`);
      const other = join(dirname(file), decodePercent(target));
      if (seen.has(other)) continue;
      if (seen.size >= mostFiles) throw new Error(`${contract} refers to more than ${mostFiles} files.`);
      seen.add(other);
      open.push([other, parseFile(read(other, `${file} refers to ${short}`), other)]);
    }
  }
  return [...seen];
}

/** Lists the targets of all `$ref`. Leaves out those in examples, which are data. */
function listReferences(value: unknown): Set<string> {
  return new Set([...walkDocument(value)].flatMap(({ node: { $ref } }) => (typeof $ref === 'string' ? [$ref] : [])));
}

function read(file: string, who: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${who}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
