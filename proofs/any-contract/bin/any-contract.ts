#!/usr/bin/env node
/**
 * Starts the library's server right, and with one planted defect after the other, and asks the suite, and Schemathesis where it is
 * given, what they find by the contract only: `npm run prove -- any-contract`. Exit 0 measured, 1 the right server is blamed, 2 the
 * command was called wrongly.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPlain, planDocument } from '../../../conformance/testing/plain/check-plain.ts';
import { libraryDefects } from '../../../conformance/testing/plain/library-defects.ts';
import { type Defect, libraryContract, libraryKey, serveLibrary } from '../../../conformance/testing/plain/library-server.ts';
import { type Measured, renderMeasured } from '../render-measured.ts';

const helpText = `Asks what is found by a contract that states none of our facts: by the suite, and by Schemathesis.

Usage: npm run prove -- any-contract [--schemathesis PROGRAM] [--every N] [--write]

  --schemathesis PROGRAM  its command st, as pip installs it; without one only the suite is asked
  --every N               takes each Nth defect only, for Schemathesis
  --write                 keeps the table, in proofs/any-contract/measured.md
`;

interface Options {
  schemathesis?: string;
  every: number;
  write: boolean;
}

function readOptions(): Options | undefined {
  try {
    const { values } = parseArgs({
      options: {
        schemathesis: { type: 'string' },
        every: { type: 'string' },
        write: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) {
      process.stdout.write(helpText);
      return undefined;
    }
    const every = Number(values.every ?? 1);
    if (!Number.isInteger(every) || every < 1) throw new Error(`--every takes a whole number from 1; got ${values.every}.`);
    return {
      every,
      write: values.write ?? false,
      ...(values.schemathesis !== undefined && { schemathesis: values.schemathesis }),
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

const library = planDocument(libraryContract);

/** Runs Schemathesis with every check, and returns whether it reports a failure. */
function ask(program: string, baseUrl: string): Promise<boolean> {
  const args = [
    'run',
    libraryContract,
    '--url',
    baseUrl,
    '-H',
    `X-Library-Key: ${libraryKey}`,
    '--max-examples',
    '10',
    '--seed',
    '1',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, '--generation-deterministic'], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.resume();
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || code === 1 ? resolve(code === 1) : reject(new Error(`${program} ended with ${code ?? signal}.`)),
    );
  });
}

async function measure(defect: Defect | undefined, program: string | undefined): Promise<Measured> {
  const served = await serveLibrary(defect);
  try {
    const started = performance.now();
    const results = await checkPlain(library, served, libraryKey);
    const milliseconds = Math.round(performance.now() - started);
    const found = results.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
    const theirs = program === undefined ? undefined : await ask(program, served.baseUrl);
    return { id: defect?.id ?? 'none', found, milliseconds, ...(theirs !== undefined && { theirs }) };
  } finally {
    await served.close();
  }
}

async function main(options: Options): Promise<void> {
  const right = await measure(undefined, options.schemathesis);
  const measured: Measured[] = [];
  for (const [index, defect] of libraryDefects.entries()) {
    const one = await measure(defect, index % options.every === 0 ? options.schemathesis : undefined);
    measured.push(one);
    process.stdout.write(
      `${one.id}: ${one.found.length > 0 ? 'found' : 'not found'}${one.theirs === undefined ? '' : `; Schemathesis ${one.theirs ? 'found' : 'did not find'} it`}\n`,
    );
  }
  const text = renderMeasured(right, measured, library.planned.length);
  process.stdout.write(`\n${text}`);
  if (options.write) writeFileSync(join(import.meta.dirname, '../measured.md'), text);
  process.exitCode = right.found.length > 0 ? 1 : 0;
}

const options = readOptions();
if (options)
  await main(options).catch((error: Error) => {
    process.stderr.write(`Nothing was measured: ${error.message}\n`);
    process.exitCode = 2;
  });
