import { loadContract } from '../payments/load-contract.ts';
import { startFullServer } from '../servers/full/start-full-server.ts';
import { listStatements } from '../src/engine/list-statements.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import { Recorder } from '../src/wire/recorder.ts';
import { checkSubject } from './check-subject.ts';

/** The heading that ADAPTERS.md uses for each thing that a case may need, in the order of its tables. */
const named: Record<string, string> = {
  pay: '`pay`',
  advanceTime: '`advanceTime`',
  mintToken: '`mintToken`',
  revokeToken: '`revokeToken`',
  narrowToken: '`narrowToken`',
  mintExpiringToken: '`mintExpiringToken`',
  limitRates: '`limitRates`',
  outage: '`outage`',
  rotateSecret: '`rotateSecret`',
  nameInside: '`nameInside`',
  restart: '`restart`',
  'differs.currency': '`differs` with `currency`',
  'differs.cashTag': '`differs` with `cashTag`',
  'differs.paidAt': '`differs` with `paidAt`',
  'differs.amount': '`differs` with `amount`',
  'differs.signedAgain': '`differs` with `signedAgain`',
  other: 'a second account (`--other-token`)',
  listener: 'a place for callbacks (`--callback-listen`)',
};

/** Runs every case. For each thing that a team can provide, renders the number of statements that cannot be tested without it. */
export async function renderGains(): Promise<string> {
  const contract = loadContract();
  const planned = planCases(contract);
  const running = await startFullServer();
  const recorder = new Recorder();
  try {
    await checkSubject(running, true, [...contract.features.keys()], undefined, contract, recorder);
  } finally {
    await running.close();
  }
  const needs = new Map(planned.map(({ id }) => [id, new Set([...recorder.needsOf(id), ...differencesOf(recorder, id)])]));
  const statements = listStatements(contract, planned);
  const cases = statements.map(({ id }) => planned.filter(({ tries }) => tries.includes(id)));
  const rows = Object.entries(named).map(([need, name]) => {
    const bought = cases.filter((own) => own.length > 0 && own.every(({ id }) => needs.get(id)?.has(need)));
    return `| ${name} | ${bought.length} |`;
  });
  return ['| It takes | Statements |', '| --- | --- |', ...rows, `| the whole contract | ${statements.length} |`].join('\n');
}

/** The comments in ADAPTERS.md that enclose the table. */
const [begin, end] = ['<!-- gains -->', '<!-- /gains -->'];

/** Replaces the table between these comments. */
export function withGains(text: string, table: string): string {
  const [before = '', rest = ''] = text.split(begin);
  return `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`;
}

/** Reads the table in a text: for each row, its name and its number. */
export function gainsIn(text: string): [what: string, number: number][] {
  const table = text.split(begin)[1]?.split(end)[0] ?? '';
  return table.split('\n').flatMap((line): [string, number][] => {
    const [, what, number] = /^\| (.+?) +\| +(\d+) +\|$/.exec(line) ?? [];
    return what === undefined ? [] : [[what, Number(number)]];
  });
}

/** Lists the fields that a case asked the adapter to make different from those of a correct receipt. */
function differencesOf(recorder: Recorder, id: string): string[] {
  const scopes = new Set(recorder.scopesOf(id));
  return recorder.all.flatMap(({ scope, payment }) =>
    scopes.has(scope) ? Object.keys(payment?.differs ?? {}).map((field) => `differs.${field}`) : [],
  );
}
