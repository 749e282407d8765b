/** Tests that `npm run owed` turns compiler errors into sentences. Imports the script by its path: no package contains it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const file = pathToFileURL(join(root, 'scripts/owed/check-types.ts')).href;
const whole = 'import(process.argv[1]).then((it) => console.log(JSON.stringify(it.describeErrors(process.argv[2]))))';
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
    'Type \'"poll is not a POST: extend Calls for it" | "start is not a POST: extend Calls for it"\' does not satisfy the constraint \'never\'.',
    '',
    'poll is not a POST: extend Calls for it; start is not a POST: extend Calls for it',
  ],
  [
    'a sentence that the compiler cuts off, after one like it',
    "Type '\"poll is not a POST: extend Calls for it\" | \"start is not a POST: extend Calls...' does not satisfy the constraint 'never'.",
    "\n  Type '\"poll is not a POST: extend Calls for it\"' is not assignable to type 'never'.",
    'poll is not a POST: extend Calls for it; start is not a POST: extend Calls for it',
  ],
  [
    'the only sentence, cut off, which the reason has whole',
    "Type '\"poll is not a POST: extend Calls...' does not satisfy the constraint 'never'.",
    "\n  Type '\"poll is not a POST: extend Calls for it\"' is not assignable to type 'never'.",
    'poll is not a POST: extend Calls for it',
  ],
  [
    'a type that is cut off, with a reason that is whole',
    "Argument of type '{ id: string; note: ...' is not assignable to parameter of type 'Invoice'.",
    "\n  Type 'null' is not assignable to type 'string'.\n    Type '{ id: string; ...' is not assignable to type 'Invoice'.",
    "It no longer matches the types that follow from the contract (Type 'null' is not assignable to type 'string'). Correct it; npx tsc -b shows where.",
  ],
])('%s', (_, what, reasons, says) => {
  const { stdout } = spawnSync(process.execPath, ['-e', program, file, what, reasons], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(says);
});

test('a type test is reported once, with its lines', () => {
  const output = [
    "src/calls.test-d.ts(14,38): error TS2344: Type '\"Expected: literal string: create, Actual: ...' does not satisfy the constraint",
    "src/calls.test-d.ts(14,60): error TS2578: Unused '@ts-expect-error' directive.",
    "src/calls.ts(3,1): error TS2339: Property 'fetch' does not exist on type 'Client'.",
    "src/calls.test-d.ts(18,5): error TS7031: Binding element 'body' implicitly has an 'any' type.",
  ].join('\n');
  const { stdout } = spawnSync(process.execPath, ['-e', whole, file, output], { encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual([
    { file: 'src/calls.ts', line: 3, what: "Property 'fetch' does not exist on type 'Client'." },
    {
      file: 'src/calls.test-d.ts',
      what: 'This test expects types that no longer follow from the contract, at lines 14, 18. Correct them once the other files compile.',
    },
  ]);
});
