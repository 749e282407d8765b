import type { Store } from '../store/store.ts';
import type { CountedAttempt, CountedResponse, Exposition } from './exposition.ts';

/** The metrics of a server. Counts are collected first and passed to prom-client in batches. */
export interface Metrics {
  /** Counts a response that took `seconds`. `operation` is an operationId, `unread` (refused before routing) or `other`. */
  count(operation: string, status: number, seconds: number): void;
  countAttempt(outcome: CountedAttempt['outcome'], seconds: number): void;
  render(): ReturnType<Exposition['render']>;
}

/** The maximum number of responses that are counted together: counting each separately takes several times as long. */
const mostUncounted = 256;

/** Makes the metrics of a server. Each label has a fixed set of values, so no request can add a value. */
export function createMetrics(store: Pick<Store, 'count' | 'serverCount'>): Metrics {
  let responses: CountedResponse[] = [];
  let attempts: CountedAttempt[] = [];
  let loading: Promise<Exposition> | undefined;
  // The module is imported when metrics are first needed, because loading prom-client takes a sixteenth of the start-up time.
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
