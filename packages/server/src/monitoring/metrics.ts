import type { Store } from '../store/store.ts';
import type { CountedAttempt, CountedResponse, Exposition } from './exposition.ts';

/** The counters of a server, in the text format of Prometheus. */
export interface Metrics {
  /**
   * Counts a response.
   * @param operation an operationId, or a name of our own for other requests
   * @param seconds the duration of the request
   */
  count(operation: string, status: number, seconds: number): void;
  countAttempt(outcome: CountedAttempt['outcome'], seconds: number): void;
  /** Renders all metrics, with the counts that the store returns. */
  render(): ReturnType<Exposition['render']>;
}

/**
 * The maximum number of responses that wait to be counted together. To count them one by one takes several times as
 * long, because prom-client's code and tables have each time left the processor's caches.
 */
const mostUncounted = 256;

/** Makes the metrics of a server. Labels come from a fixed set, so no request can add one. */
export function createMetrics(store: Pick<Store, 'count' | 'serverCount'>): Metrics {
  let responses: CountedResponse[] = [];
  let attempts: CountedAttempt[] = [];
  let loading: Promise<Exposition> | undefined;
  // Loaded when metrics are first needed, because prom-client takes a sixteenth of the start.
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
