import type { Store } from '../store/store.ts';
import type { CountedAttempt, CountedResponse, Exposition } from './exposition.ts';

/** The counters of a server, in the text format of Prometheus. */
export interface Metrics {
  /** Counts a response. `operation` is an operationId or a name of our own, and `seconds` the duration. */
  count(operation: string, status: number, seconds: number): void;
  countAttempt(outcome: CountedAttempt['outcome'], seconds: number): void;
  /** Renders all metrics, including counts that the store returns. */
  render(): ReturnType<Exposition['render']>;
}

/**
 * The maximum number of responses that wait to be counted together. Counting them one by one takes several times as
 * long, because each time prom-client's code and tables would no longer be in the processor's caches.
 */
const mostUncounted = 256;

/** Makes the metrics of one server. Labels come from a fixed set, so that no request can add one. */
export function createMetrics(store: Pick<Store, 'count' | 'serverCount'>): Metrics {
  let responses: CountedResponse[] = [];
  let attempts: CountedAttempt[] = [];
  let loading: Promise<Exposition> | undefined;
  // Loaded after the start, because loading prom-client would take a sixteenth of the start, and metrics are
  // requested only later.
  const load = () => {
    loading ??= import('./exposition.ts').then(({ createExposition }) => createExposition(store));
    return loading;
  };
  const countAll = async () => {
    const exposition = await load();
    for (const response of responses) exposition.addResponse(response);
    for (const attempt of attempts) exposition.addAttempt(attempt);
    responses = [];
    attempts = [];
    return exposition;
  };
  return {
    count(operation, status, seconds) {
      responses.push({ operation, status, seconds });
      if (responses.length === mostUncounted) void countAll();
    },
    countAttempt(outcome, seconds) {
      attempts.push({ outcome, seconds });
      if (attempts.length === mostUncounted) void countAll();
    },
    render: async () => (await countAll()).render(),
  };
}
