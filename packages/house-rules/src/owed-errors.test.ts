/** `npm run owed` says in a sentence what the compiler says of a contract that changed. The scripts are no room: nothing imports them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const file = pathToFileURL(join(root, 'scripts/owed/check-types.ts')).href;
const program = 'import(process.argv[1]).then((it) => console.log(it.describeError(process.argv[2], process.argv[3])))';

test.each([
  [
    'one handler that is missing',
    "Property 'listPayments' is missing in type '{ fetchPayment: () => void; }' but required in type 'Handlers<string>'.",
    '',
    "Property 'listPayments' is missing: add it, as Handlers<string> says.",
  ],
  [
    'several handlers that are missing',
    "Type '{ createPayment: ({ body: { cashTag } }: HandlerInput<\"createPayment\", string>) => Promise<{ status: 200; }>; }' is missing the following properties from type 'Handlers<string>': pollExport, startExport",
    '',
    'Properties pollExport, startExport are missing: add them, as Handlers<string> says.',
  ],
  [
    'several headers that are missing, below the types that do not fit',
    "Type '{ headers: { Allow: string; }; }' is not assignable to type 'Reply'.",
    '\n  Type \'{ Allow: string; }\' is missing the following properties from type \'Readonly<Record<"A" | "B", string>>\': A, B',
    'Properties A, B are missing: add them, as Readonly<Record<"A" | "B", string>> says.',
  ],
  [
    'sentences that are types',
    'Type \'"poll is no POST: teach Calls to carry it" | "start is no POST: teach Calls to carry it"\' does not satisfy the constraint \'never\'.',
    '',
    'poll is no POST: teach Calls to carry it; start is no POST: teach Calls to carry it',
  ],
])('%s', (_, what, reasons, says) => {
  const { stdout } = spawnSync(process.execPath, ['-e', program, file, what, reasons], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(says);
});
