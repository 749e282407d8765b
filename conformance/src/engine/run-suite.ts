import type { Adapter } from '../adapter/adapter.ts';
import { type Listener, type ListenerSettings, openListener } from '../callbacks/listener.ts';
import type { CaseContext, PlannedCase } from '../case/case.ts';
import type { Contract } from '../contract/contract.ts';
import { creatorOf } from '../contract/main-object.ts';
import type { Exchange } from '../http/exchange.ts';
import { sendRequest } from '../http/send-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import type { CaseResult } from '../outcome/verdict.ts';
import { Subject, type SubjectSettings } from '../subject/subject.ts';
import { type Recorded, Recorder } from '../wire/recorder.ts';
import { openWire, type RunToken } from '../wire/wire.ts';
import { type RunCasesOptions, runCases } from './run-cases.ts';

/** A callback URL at which nothing arrived during a run. */
export interface Unheard {
  url: string;
  /** The reason why the suite's own test call to this URL did not arrive. Undefined if the call arrived. */
  why: string | undefined;
}

/** A deployment to run cases against. */
export interface Instance {
  settings: SubjectSettings;
  adapter: Adapter;
  /** The successful create that was sent before the run. */
  baseline: Exchange;
  /** Settings of the listener for callbacks. Absent if the suite does not listen. */
  callbacks?: ListenerSettings;
}

/** Everything that a run needs. */
export interface SuiteInput extends Instance, Omit<RunCasesOptions, 'copy' | 'onResult'> {
  contract: Contract;
  planned: PlannedCase[];
  features: string[];
  /** Maximum number of requests per second. */
  rate?: number;
  /** The run's token, if it can be renewed. */
  token?: RunToken;
  /** Starts a copy of the deployment. Absent if that is not possible. */
  copy?(): Promise<Instance>;
  /** Records all exchanges of the run. Default: a new one. */
  recorder?: Recorder;
  /** Called whenever the deployment makes all requests wait. `creates` is the number of create requests so far. */
  onHold?(milliseconds: number, creates: number): void;
  /** Called at the end of a run in which no callback arrived. */
  onUnheard?(unheard: Unheard): void;
}

/**
 * Runs the planned cases against a deployment, and returns their results in the order of the plan.
 * @param onResult called when a case ends, with everything that was recorded since the previous case ended
 */
export async function runSuite(
  input: SuiteInput,
  onResult: (result: CaseResult, recorded: Recorded[]) => void,
): Promise<CaseResult[]> {
  const { contract, settings, baseline, strict = false, concurrency, rate, stop, copy, recorder = new Recorder() } = input;
  const { latency = baseline.milliseconds } = input;
  const path = contract.plain ? undefined : creatorOf(contract).path;
  const hold = (milliseconds: number): void =>
    input.onHold?.(milliseconds, recorder.all.filter(({ exchange }) => exchange?.request.path === path).length);
  const features = new Set(input.features);
  const recorders: Recorder[] = [];
  const drain = (): Recorded[] => recorders.flatMap((one) => one.drain());
  const listeners: Listener[] = [];
  const open = async (instance: Instance, record: Recorder, token?: RunToken): Promise<CaseContext> => {
    recorders.push(record);
    const wire = openWire(instance.adapter, rate, record, hold, token);
    const { send } = wire;
    // After the run has been stopped, nobody waits for the cases that are still running, so they must not send anything.
    wire.send = async (...asked) => {
      if (stop?.aborted) throw new CaseInconclusive('The run was ended before this request.');
      return send(...asked);
    };
    const subject = new Subject(contract, instance.settings, wire, instance.baseline);
    const listener = instance.callbacks && (await openListener(instance.callbacks));
    if (listener) listeners.push(listener);
    return { contract, subject, features, ...(listener && { listener }) };
  };
  try {
    const context = await open(input, recorder, input.token);
    const { listener } = context;
    const results = await runCases(input.planned, context, {
      ...(concurrency !== undefined && { concurrency }),
      // If the rate of requests is fixed, running more cases concurrently would not speed up the run.
      ...(rate === undefined && { latency }),
      ...(stop && { stop }),
      ...(copy && { copy: async () => open(await copy(), new Recorder()) }),
      strict,
      onResult: (result) => onResult(result, drain()),
    });
    if (listener && listener.heard.length === 0 && !stop?.aborted)
      input.onUnheard?.({
        url: listener.settings.publicUrl ?? new URL(listener.open().url).origin,
        why: await tryUrl(listener, settings),
      });
    return results;
  } finally {
    await Promise.all(listeners.map((listener) => listener.close()));
  }
}

/** Maximum number of milliseconds for the suite's own test call. */
const ownCall = 5000;

/** Calls the suite through its public URL. Returns why the call does not arrive. Returns undefined if the call arrives. */
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
