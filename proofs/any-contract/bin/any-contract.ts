#!/usr/bin/env node
/**
 * Measures what the suite finds when an OpenAPI document is all that it has. Starts each server without a defect and then with
 * each planted defect, and records what the suite finds and, if Schemathesis is given, what Schemathesis finds: `npm run prove --
 * any-contract`. With documents as arguments, prints what the suite derives from them. Exits with 1 when a correct server is
 * blamed or a document has a mistake, with 2 for wrong arguments, and otherwise with 0.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkPlain, type PlannedDocument, planDocument } from '../../../conformance/testing/plain/check-plain.ts';
import { stateFacts } from '../../../conformance/testing/plain/state-facts.ts';
import {
  type Measured,
  type MeasuredSubject,
  planDocument as planForeign,
  renderMeasured,
  renderPlanned,
} from '../render-measured.ts';
import { askSchemathesis, examples, type Subject, subjects } from '../subjects.ts';

const helpText = `Compares how many defects the suite and Schemathesis find if a contract contains none of our x- facts.

Usage: npm run prove -- any-contract [--schemathesis PROGRAM] [--every N] [--write]
       npm run prove -- any-contract FILE...

  FILE                    prints how many cases the suite derives from this OpenAPI document, and what it does not test
  --schemathesis PROGRAM  the program st, as pip installs it; without it, only the suite runs
  --every N               runs Schemathesis for every Nth defect only
  --write                 writes the table to proofs/any-contract/measured.md
`;

interface Options {
  files: string[];
  schemathesis?: string;
  every: number;
  write: boolean;
}

function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
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
      files: positionals,
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

/**
 * Two plans for one server: cases derived from its document only, and cases derived from the document after our extensions were
 * added to it.
 */
interface Plans {
  plain: PlannedDocument;
  stated: PlannedDocument;
}

async function findings(plan: PlannedDocument, subject: Subject, defect: string | undefined, other?: string): Promise<string[]> {
  const served = await subject.serve(defect);
  try {
    const results = await checkPlain(plan, served, subject.token, other);
    return results.filter(({ findings }) => findings.length > 0).map(({ id }) => id);
  } finally {
    await served.close();
  }
}

async function measure(subject: Subject, { plain, stated }: Plans, defect?: string, program?: string): Promise<Measured> {
  const started = performance.now();
  const found = await findings(plain, subject, defect);
  const milliseconds = Math.round(performance.now() - started);
  // If the plain plan finds the defect, so does the plan with the extensions, which contains all cases of the plain plan.
  const byFacts = found.length > 0 ? found : await findings(stated, subject, defect, subject.otherToken);
  const one = { id: defect ?? 'none', found, byFacts, milliseconds };
  if (program === undefined) return one;
  const served = await subject.serve(defect);
  const asked = performance.now();
  try {
    const isFound = await askSchemathesis(program, subject, served.baseUrl);
    return { ...one, theirs: { found: isFound, milliseconds: Math.round(performance.now() - asked) } };
  } finally {
    await served.close();
  }
}

async function measureSubject(subject: Subject, { schemathesis, every }: Options, folder: string): Promise<MeasuredSubject> {
  const plans = { plain: planDocument(subject.contract), stated: planDocument(stateFacts(subject.contract, folder)) };
  const right = await measure(subject, plans, undefined, schemathesis);
  const defects: Measured[] = [];
  for (const [index, defect] of subject.defects.entries()) {
    const one = await measure(subject, plans, defect, index % every === 0 ? schemathesis : undefined);
    defects.push(one);
    const ours = one.found.length > 0 ? 'found' : one.byFacts.length > 0 ? 'found by a fact' : 'not found';
    const theirs = one.theirs === undefined ? '' : `; Schemathesis ${one.theirs.found ? 'found' : 'did not find'} it`;
    process.stdout.write(`${subject.name}, ${one.id}: ${ours}${theirs}\n`);
  }
  return { name: subject.name, cases: plans.plain.planned.length, right, defects };
}

async function main(options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'any-contract-'));
  const measured: MeasuredSubject[] = [];
  try {
    measured.push(...(await Promise.all(subjects.map((subject) => measureSubject(subject, options, folder)))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const text = renderMeasured(measured, describeConditions(options));
  process.stdout.write(`\n${text}`);
  if (options.write) keep(text, 'Defects');
  process.exitCode = measured.some(({ right }) => right.found.length + right.byFacts.length > 0) ? 1 : 0;
}

/** Describes when and how the figures were measured. */
function describeConditions({ schemathesis, every }: Options): string {
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const machine = `Seconds are of a machine with ${availableParallelism()} processors, which may have had other work.`;
  if (schemathesis === undefined) return `Measured on ${day}, without Schemathesis. ${machine}`;
  const said = spawnSync(schemathesis, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const version = /\d+(\.\d+)+/.exec(said)?.[0] ?? 'of an unknown version';
  const asked = every === 1 ? 'each defect' : `the right servers and one defect in ${every}`;
  return `Measured on ${day}. Schemathesis ${version} was asked about ${asked}, with every check and phase and ${examples} examples an operation, until its first failure. ${machine}`;
}

function planFiles({ files, write }: Options): void {
  const planned = files.map(planForeign);
  const table = renderPlanned(planned);
  process.stdout.write(table);
  if (write) keep(`# Documents of others\n\n${table}`, 'Documents');
  process.exitCode = planned.some(({ refused, mistakes }) => refused !== undefined || mistakes.length > 0) ? 1 : 0;
}

/** Writes one of the two tables into measured.md, and keeps the other table as it is. */
function keep(text: string, title: 'Defects' | 'Documents'): void {
  const path = join(import.meta.dirname, '../measured.md');
  const [defects = '', documents = ''] = readFileSync(path, 'utf8').split(/(?=^# Documents)/m);
  const parts = title === 'Defects' ? [text, documents] : [defects, text];
  writeFileSync(
    path,
    `${parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n')}\n`,
  );
}

const options = readOptions();
if (options && options.files.length > 0) planFiles(options);
else if (options)
  await main(options).catch((error: Error) => {
    process.stderr.write(`Nothing was measured: ${error.message}\n`);
    process.exitCode = 2;
  });
