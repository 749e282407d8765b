import type { Store } from '../store/store.ts';
import type { CountedAttempt, CountedResponse, Exposition } from './exposition.ts';

/** The counters of a server, in the text format of Prometheus. */
export interface Metrics {
  /** Counts a response; `operation` is an operationId or a name of our own, `seconds` the time that it took. */
  count(operation: string, status: number, seconds: number): void;
  countAttempt(outcome: CountedAttempt['outcome'], seconds: number): void;
  /** Asks the store for its counts too. */
  render(): ReturnType<Exposition['render']>;
}

/**
 * The most responses that wait to be counted. Each by itself would find prom-client's code and tables out of the processor's caches,
 * which takes several times as long.
 */
const mostUncounted = 256;

/** Makes the metrics of one server. Labels come from a closed set: no request can add one. */
export function createMetrics(store: Pick<Store, 'count' | 'serverCount'>): Metrics {
  let responses: CountedResponse[] = [];
  let attempts: CountedAttempt[] = [];
  let loading: Promise<Exposition> | undefined;
  // Late: to load prom-client is a sixteenth of a start, and the metrics are asked for after it.
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
