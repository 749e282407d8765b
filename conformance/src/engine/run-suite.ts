import type { Adapter } from '../adapter/adapter.ts';
import { type Listener, type ListenerSettings, openListener } from '../callbacks/listener.ts';
import type { PlannedCase } from '../case/case.ts';
import { type Contract, operationById } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { sendRequest } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { Subject, type SubjectSettings } from '../subject/subject.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import { openWire, type RunToken } from '../wire/wire.ts';
import { runCases } from './run-cases.ts';

/** A run that received no callback. */
export interface Unheard {
  url: string;
  /** The reason why the suite's own test call does not arrive; undefined if it arrives. */
  why: string | undefined;
}

/** Everything that a run needs. */
export interface SuiteInput {
  contract: Contract;
  planned: PlannedCase[];
  settings: SubjectSettings;
  adapter: Adapter;
  features: string[];
  strict: boolean;
  /** Number of cases that run at the same time. By default it adapts to the deployment. */
  concurrency?: number;
  /** Maximum number of requests per second. */
  rate?: number;
  /** The token of the run, if it can be renewed. */
  token?: RunToken;
  /** Settings of the listener for callbacks; absent if the suite does not listen. */
  callbacks?: ListenerSettings;
  /** No further case begins once this is aborted. */
  stop?: AbortSignal;
  /** The exchange of the create that succeeded before the run. */
  baseline: Exchange;
  /** Records all exchanges of the run; a new one by default. */
  recorder?: Recorder;
  /** Called each time the deployment makes all requests wait, with the number of creates that got a response so far. */
  onHold?(milliseconds: number, creates: number): void;
  /** Called after a run that received no callback. */
  onUnheard?(unheard: Unheard): void;
}

/**
 * Runs the planned cases against a deployment and returns their results in the order of the plan.
 * @param onResult called as each case ends, with everything recorded since the one before
 */
export async function runSuite(
  {
    contract,
    planned,
    settings,
    adapter,
    features,
    strict,
    concurrency,
    rate,
    token,
    callbacks,
    stop,
    baseline,
    recorder = new Recorder(),
    onHold,
    onUnheard,
  }: SuiteInput,
  onResult: (result: CaseResult, recorded: Recorded[]) => void,
): Promise<CaseResult[]> {
  const path = contract.plain ? undefined : operationById(contract, 'createPayment').path;
  const hold = (milliseconds: number): void =>
    onHold?.(milliseconds, recorder.all.filter(({ exchange }) => exchange?.request.path === path).length);
  const wire = openWire(adapter, rate, recorder, hold, token);
  const { send } = wire;
  // Nobody waits for the cases that still run when a run is ended: they send nothing more.
  wire.send = async (...asked) => {
    if (stop?.aborted) throw new CaseInconclusive('The run was ended before this request.');
    return send(...asked);
  };
  const subject = new Subject(contract, settings, wire, baseline);
  const listener = callbacks && (await openListener(callbacks));
  try {
    const results = await runCases(
      planned,
      { contract, subject, features: new Set(features), ...(listener && { listener }) },
      {
        ...(concurrency !== undefined && { concurrency }),
        // With a fixed rate, running more cases at once would not send more requests.
        ...(rate === undefined && { latency: baseline.milliseconds }),
        ...(stop && { stop }),
        strict,
        onResult: (result) => onResult(result, recorder.drain()),
      },
    );
    if (listener && listener.heard.length === 0 && !stop?.aborted)
      onUnheard?.({
        url: listener.settings.publicUrl ?? new URL(listener.open().url).origin,
        why: await tryUrl(listener, settings),
      });
    return results;
  } finally {
    await listener?.close();
  }
}

/** Maximum duration of the suite's own test call in milliseconds. */
const ownCall = 5000;

/** Calls the suite through its public URL. Returns why the call does not arrive, or undefined if it does. */
async function tryUrl(listener: Listener, { connection }: SubjectSettings): Promise<string | undefined> {
  if (listener.settings.publicUrl === undefined) return undefined;
  const mailbox = listener.open();
  const target = {
    baseUrl: mailbox.url,
    token: '',
    timeout: ownCall,
    ...(connection && { connection: { ...connection, headers: [] } }),
  };
  const call = { method: 'POST', path: '', headers: [['Content-Type', 'application/json'] as [string, string]], body: '{}' };
  const { failure, answer: response } = await sendRequest(target, call);
  if (mailbox.calls.length > 0) return undefined;
  return failure?.split(';')[0] ?? `a request to it gets ${response?.status} from somebody else`;
}
