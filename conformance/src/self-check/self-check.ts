import type { PlannedCase } from '../case/case.ts';
import { type Contract, type Operation, operationById, requirementOf } from '../contract/contract.ts';
import { runCase } from '../engine/run-case.ts';
import type { SuiteInput } from '../engine/run-suite.ts';
import { type Exchange, type HttpResponse, hasSucceeded } from '../http/exchange.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import type { SelfCheck } from '../report/report.ts';
import { baselinesOf } from '../subject/baseline.ts';
import { Subject } from '../subject/subject.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import type { Wire } from '../wire/wire.ts';
import { type Tampering, tamperRefusal, tamperSuccess } from './tamper.ts';

/** A finished run and everything that was recorded during it. */
export interface SelfCheckInput extends Pick<SuiteInput, 'contract' | 'planned' | 'settings' | 'baseline'> {
  features: ReadonlySet<string>;
  results: CaseResult[];
  recorded: Recorded[];
  /** True if the adapter can move the clock. */
  clock: boolean;
}

/** Finds the operation whose exchanges are shared under this scope. */
function sharedOperation(contract: Contract, scope: string): Operation | undefined {
  if (contract.plain) return undefined;
  const [id] = Object.entries(baselinesOf(contract)).find(([, { shared }]) => scope === `shared/${shared}`) ?? [];
  return id === undefined ? undefined : operationById(contract, id);
}

/**
 * Proves with this deployment's own responses that the suite would notice a defect. Changes one response at a time in the run's
 * record, and runs the cases again on it. Sends no request.
 */
export async function checkItself(input: SelfCheckInput): Promise<SelfCheck> {
  const { planned, results } = input;
  const record = new Map(input.recorded.map((entry) => [keyOf(entry), entry]));
  record.set('shared/created 0', { scope: 'shared/created', index: 0, exchange: input.baseline });

  // Runs each case again on the unchanged record first. A case with a different verdict than in the run cannot be used.
  const readers = new Map<string, { planned: PlannedCase; before: string }[]>();
  const notReread: string[] = [];
  let reread = 0;
  for (const one of planned) {
    const result = results.find(({ id }) => id === one.id);
    // Leaves out cases that judge the whole record: a single changed response rarely changes their verdict.
    if (one.judgesRecord || result === undefined || !['pass', 'warn', 'fail'].includes(result.verdict)) continue;
    const keys = new Set<string>();
    const again = await readAgain(input, record, one, new Map(), keys);
    if (again.verdict !== result.verdict) {
      notReread.push(one.id);
      continue;
    }
    reread++;
    for (const key of keys) readers.set(key, [...(readers.get(key) ?? []), { planned: one, before: told(again) }]);
  }

  const judges = new Map<string, RecordJudges>();
  const judgesOf = (scope: string): RecordJudges => {
    const known = judges.get(scope) ?? new RecordJudges(input, scope);
    judges.set(scope, known);
    return known;
  };
  const unseen: SelfCheck['unseen'] = [];
  let tamperings = 0;
  for (const [key, entry] of record) {
    const asked = readers.get(key) ?? [];
    if (entry.exchange === undefined || asked.length === 0) continue;
    for (const { title, answer: response } of tamper(input, entry, entry.exchange)) {
      tamperings++;
      const replaced = new Map([[key, { ...entry.exchange, answer: response }]]);
      let seen = false;
      for (const { planned: one, before } of asked) {
        const after = await readAgain(input, record, one, replaced, new Set());
        seen = after.findings.length > 0 && told(after) !== before;
        if (seen) break;
      }
      if (seen) continue;
      const where = `${entry.scope}: ${entry.exchange.request.method} ${entry.exchange.request.path}`;
      const coveredBy = await judgesOf(entry.scope).find(entry, response);
      unseen.push({ where, tampering: title, ...(coveredBy !== undefined && { coveredBy }) });
    }
  }
  return { reread, notReread, tamperings, seen: tamperings - unseen.length, unseen };
}

/** Runs the cases that judge the record on a small part of it: the exchanges of one case, and all shared exchanges. */
class RecordJudges {
  readonly #input: SelfCheckInput;
  readonly #entries: Recorded[];
  /** The findings of each case on the unchanged part of the record. */
  readonly #before = new Map<PlannedCase, string>();

  constructor(input: SelfCheckInput, scope: string) {
    this.#input = input;
    const own = input.recorded.filter((entry) => entry.scope === scope || entry.scope.startsWith('shared/'));
    this.#entries = [{ scope: 'shared/created', index: 0, exchange: input.baseline }, ...own];
  }

  /** Returns a statement that a case reports as violated if `answer` replaces the entry's response; undefined if no case does. */
  async find(entry: Recorded, answer: HttpResponse): Promise<string | undefined> {
    const { exchange } = entry;
    if (!exchange) return undefined;
    const tampered = this.#entries.map((one) =>
      one.exchange === exchange ? { ...one, exchange: { ...exchange, answer } } : one,
    );
    for (const one of this.#input.planned) {
      if (!one.judgesRecord) continue;
      const before = this.#before.get(one) ?? told(await this.#judge(one, this.#entries));
      this.#before.set(one, before);
      const after = await this.#judge(one, tampered);
      const [finding] = told(after) === before ? [] : after.findings;
      if (finding) return one.tries.find((id) => requirementOf(id) === finding.requirement) ?? finding.requirement;
    }
    return undefined;
  }

  #judge(planned: PlannedCase, entries: readonly Recorded[]): Promise<CaseResult> {
    const recorder = new Recorder();
    for (const entry of entries) recorder.keep(entry);
    const record = new Map(entries.map((entry) => [keyOf(entry), entry]));
    return readAgain(this.#input, record, planned, new Map(), new Set(), recorder);
  }
}

/** Lists the changes to try: mistakes in a successful shared response, or a success instead of an expected refusal. */
function tamper(input: SelfCheckInput, { scope, index }: Recorded, exchange: Exchange): Tampering[] {
  const { contract, features, baseline, results, recorded, planned } = input;
  const operation = sharedOperation(contract, scope);
  if (operation && hasSucceeded(exchange))
    return exchange.request.path === operation.path ? tamperSuccess(operation, exchange) : [];
  const passed = results.some(({ id, verdict }) => id === scope && verdict === 'pass');
  // A case judges only its last response. The requests before that are its setup.
  const last = Math.max(...recorded.filter((entry) => entry.scope === scope).map((entry) => entry.index));
  const takesEither = planned.some((one) => one.id === scope && one.takesEither);
  return passed && index === last && !takesEither ? tamperRefusal(contract, baseline, exchange, features) : [];
}

function readAgain(
  { contract, features, settings, clock }: SelfCheckInput,
  record: ReadonlyMap<string, Recorded>,
  planned: PlannedCase,
  replaced: ReadonlyMap<string, Exchange>,
  keys: Set<string>,
  recorder?: Recorder,
): Promise<CaseResult> {
  const wire = { ...rereadWire(record, clock, (key) => keys.add(key), replaced), ...(recorder && { record: recorder }) };
  return runCase(planned, { contract, features, subject: new Subject(contract, settings, wire) }, false);
}

const told = ({ findings }: CaseResult): string =>
  JSON.stringify(findings.map(({ requirement, member: field, expected, received }) => [requirement, field, expected, received]));

const keyOf = ({ scope, index }: Pick<Recorded, 'scope' | 'index'>): string => `${scope} ${index}`;

/**
 * Makes a wire that takes responses from the record of a run and sends nothing.
 * @param read called with the key of each entry that is used
 * @param replaced for each key, the exchange to use instead of the recorded one
 */
function rereadWire(
  record: ReadonlyMap<string, Recorded>,
  clock: boolean,
  read: (key: string) => void,
  replaced: ReadonlyMap<string, Exchange>,
): Wire {
  const places = new Recorder();
  const next = (): Recorded => {
    const key = keyOf(places.place());
    read(key);
    const entry = record.get(key);
    if (entry === undefined) throw new CaseInconclusive(`The record contains nothing at ${key}.`);
    const exchange = replaced.get(key) ?? entry.exchange;
    return exchange === undefined ? entry : { ...entry, exchange };
  };
  return {
    async send() {
      const { exchange } = next();
      if (exchange === undefined) throw new CaseInconclusive('The record contains a payment where a request is expected.');
      return exchange;
    },
    pay: async () => next().receipt ?? null,
    ...(clock && { advanceTime: async () => {} }),
    // Only `pay` and `advanceTime` can be repeated from the record. Cases that need other adapter functions are skipped.
    adapter: {},
    hold() {},
    slowDown() {},
    use() {},
    within: (scope, work) => places.within(scope, work),
  };
}
