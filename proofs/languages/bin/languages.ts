/**
 * Generates clients with other projects' generators, runs them, and prints what they can do: `npm run prove -- languages`. Exit
 * code: 0 if every client that could be run passes all steps, 1 if one does not, 2 if the command was called wrongly.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generators, longWriters } from '../src/generators/index.ts';
import {
  describeToolchains,
  isGreen,
  isToolGreen,
  mergeTables,
  renderDigits,
  renderServers,
  renderTable,
  renderTools,
} from '../src/render-table.ts';
import { startCallbackListener } from '../src/run/callback-listener.ts';
import { startHostileServer } from '../src/run/hostile-server.ts';
import { type Sandbox, startSandbox } from '../src/run/sandbox.ts';
import { servers } from '../src/servers/index.ts';
import { tryServer } from '../src/servers/try-server.ts';
import { longDigits, sweepAmounts } from '../src/steps/many-amounts.ts';
import { tools } from '../src/tools/index.ts';
import { tryTool } from '../src/tools/tool.ts';
import { trySchemathesis, tryVacuum } from '../src/tools/try-checkers.ts';
import { type Row, steps, tryGenerator } from '../src/try-generator.ts';

const helpText = `Generates clients with public generators, compiles and runs them, and prints which steps of a payment each can do.

Usage: npm run prove -- languages [--only NAME]… [--document FILE] [--plain] [--thorough] [--write]

  --only NAME      only this one; may be repeated: generators ${generators.map(({ id }) => id).join(', ')}; servers ${servers.map(({ id }) => id).join(', ')}; tools ${tools.map(({ id }) => id).join(', ')}; schemathesis; vacuum
  --document FILE  generates from this document instead of openapi/generators/openapi.generators.json
  --write          writes the rows for the docs to openapi/generators/measured-clients.md; with --only, keeps the other rows
  --thorough       tests all 99,999,999 amounts with Go and Java, and 20,000 cases of Schemathesis; takes half an hour
  --digits         only sends 10,000 amounts with 17 digits, in two notations, with each client, and prints a separate table
  --plain          runs the generators with their defaults, without the settings beside that document

Keeps what it downloads and compiles in build/languages. Leaves out generators whose toolchain is missing.
`;
const root = resolve(import.meta.dirname, '../../..');
const out = join(root, 'build/languages');
const titles = [...longWriters, ...generators, ...servers, ...tools].map(({ title }) => title);
const names = [...generators, ...servers, ...tools].map(({ id }) => id).concat('schemathesis', 'vacuum');

const options = readOptions();
if (options) await run(options);

async function run({ only, document, plain, thorough, digits, write }: NonNullable<typeof options>): Promise<void> {
  const stopped = new AbortController();
  const stop = () => stopped.abort(new Error('Stopped.'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stderr.write('Starting a sandbox …\n');
  const command = process.env.LANGUAGES_START ?? 'sh scripts/start-throwaway.sh';
  const sandbox = await startSandbox(command, root, stopped.signal).catch((error: Error) => fail(error, stopped.signal));
  if (!sandbox) return;
  const hostile = await startHostileServer();
  const listener = await startCallbackListener();
  const rows: Row[] = [];
  const isWanted = (id: string) => only.length === 0 || only.includes(id);
  const cache = join(out, 'cache');
  try {
    const contract = fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.yaml'));
    const settings = join(contract, '../generators');
    const formOf = (form: '3.0' | 'plain' | 'contract' | undefined) =>
      form === undefined ? document : form === 'contract' ? contract : join(settings, `openapi.generators-${form}.json`);
    for (const generator of (digits ? longWriters : generators).filter(({ id }) => isWanted(id))) {
      const folder = join(out, plain ? 'plain' : 'work', generator.id);
      const place = {
        document: plain ? document : formOf(generator.document),
        settings: plain ? undefined : settings,
        folder,
        cache,
      };
      const programs = join(import.meta.dirname, '../programs');
      process.stderr.write(`${generator.title} …\n`);
      const taken = digits ? [longDigits] : thorough && generator.sweeps ? [...steps, sweepAmounts] : steps;
      const row = await tryGenerator(
        generator,
        place,
        programs,
        { sandbox, hostile, listener },
        { taken, signal: stopped.signal },
      );
      rows.push(row);
      const verdict =
        row.notRun !== undefined
          ? `not run: ${row.notRun}`
          : isGreen(row)
            ? row.read
              ? 'is as it was read'
              : 'does all'
            : 'does not do all';
      process.stderr.write(`${generator.title} (${generator.language}): ${verdict}, ${row.seconds} s\n`);
    }
    const built = [];
    for (const server of servers.filter(({ id }) => isWanted(id) && !digits)) {
      const place = { document: formOf(server.document), settings, folder: join(out, 'servers', server.id), cache };
      process.stderr.write(`${server.title} …\n`);
      const result = await tryServer(server, place, join(import.meta.dirname, '../servers'), root, stopped.signal);
      built.push(result);
      process.stderr.write(`${server.title}: ${result.verdict}\n`);
    }
    const tried = [];
    for (const tool of tools.filter(({ id }) => isWanted(id) && !digits)) {
      const place = { document: formOf(tool.document), settings, folder: join(out, 'tools', tool.id), cache };
      process.stderr.write(`${tool.title} …\n`);
      const result = await tryTool(tool, place, join(import.meta.dirname, '../tools'), sandbox, stopped.signal);
      tried.push(result);
      const failed = result.checks.filter(({ failure }) => failure !== undefined).length;
      process.stderr.write(`${tool.title}: ${result.notRun ?? `${result.checks.length - failed} of ${result.checks.length}`}\n`);
    }
    const fuzzed = isWanted('schemathesis') && !digits ? await fuzz(contract, sandbox, thorough, stopped.signal) : undefined;
    const linted = isWanted('vacuum') && !digits ? await lint(contract, stopped.signal) : undefined;
    const others = (fuzzed ? `\nSchemathesis: ${fuzzed.verdict}.\n` : '') + (linted ? `\nvacuum ${linted.verdict}.\n` : '');
    const table = (digits ? renderDigits(rows) : renderTable(rows)) + renderServers(built) + renderTools(tried) + others;
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, plain ? 'table-plain.md' : 'table.md'), table);
    process.stdout.write(table);
    if (write) {
      const file = join(contract, '../generators/measured-clients.md');
      const made = `Measured by \`npm run prove -- languages --write\`, a row at a time with \`--only\`; last of ${describeContract(contract)}, with ${describeToolchains()}.`;
      const kept = readFileSync(file, 'utf8').split('\n').slice(1).join('\n');
      writeFileSync(file, `${made}\n\n${mergeTables(kept, table, titles)}`);
    }
    process.exitCode =
      rows.every(isGreen) && tried.every(isToolGreen) && [...built, fuzzed, linted].every((one) => !one?.exit) ? 0 : 1;
  } catch (error) {
    fail(error as Error, stopped.signal);
  } finally {
    sandbox.close();
    await Promise.all([hostile.close(), listener.close()]);
  }
}

function fail({ message }: Error, { aborted }: AbortSignal): undefined {
  process.stderr.write(`${message}\n`);
  process.exitCode = aborted ? 130 : 2;
}

function fuzz(contract: string, sandbox: Sandbox, thorough: boolean, signal: AbortSignal) {
  const folder = join(out, thorough ? 'schemathesis-thorough' : 'schemathesis-quick');
  const place = { document: contract, settings: undefined, folder, cache: join(out, 'cache') };
  return trySchemathesis(place, join(import.meta.dirname, '../schemathesis'), sandbox, { thorough, signal });
}

function lint(contract: string, signal: AbortSignal) {
  const place = { document: contract, settings: undefined, folder: join(out, 'vacuum'), cache: join(out, 'cache') };
  return tryVacuum(place, join(contract, '../lint'), signal);
}

/** Describes the contract as the suite's reports do. */
function describeContract(file: string): string {
  const text = readFileSync(file, 'utf8');
  const version = /^ {2}version: (\S+)$/m.exec(text)?.[1];
  return `contract ${version} (${createHash('sha256').update(text).digest('hex').slice(0, 12)})`;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        document: { type: 'string' },
        plain: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        thorough: { type: 'boolean', default: false },
        digits: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) {
      process.stdout.write(helpText);
      return undefined;
    }
    const unknown = values.only.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Error(`There is no generator, server or tool ${unknown.join(', ')}`);
    const own = fileURLToPath(import.meta.resolve('@payment-invoice/contract/openapi.generators.json'));
    return { ...values, document: resolve(values.document ?? own) };
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split('. ')[0]}.\n\n${helpText}`);
    process.exitCode = 2;
    return undefined;
  }
}
