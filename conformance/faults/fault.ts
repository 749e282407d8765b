import type { StartOptions } from '../servers/serve-requests.ts';
import type { OnCore, OnFull } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** The facts about a fault that do not depend on how its server is built. */
interface FaultFacts {
  title: string;
  /** Id of the requirement in `openapi.yaml` that the defect breaks. If it breaks only one clause: `requirement/clause`. */
  breaks: string;
  /** The field that a finding must name, if the defect shows in a certain field. */
  field?: string;
  /** Features that the server claims besides core. Default: the feature to which the requirement belongs. */
  features?: readonly string[];
  /** Seconds to wait for a callback, if the suite's shorter default would miss the defect. */
  callbackWait?: number;
}

/** A fault as its table declares it: the replaced steps, which give a correct server exactly one defect. */
export type FaultRecord = FaultFacts & (OnCore | OnFull);

/** The faults of one theme, by id. */
export type FaultTable = Readonly<Record<string, FaultRecord>>;

/** A server with one defect, which the suite must find. */
export interface Fault extends FaultFacts {
  id: string;
  /** Id of the requirement that the defect breaks. */
  breaks: string;
  /** Id of the statement that the defect breaks, if it breaks only one. A case that tests this statement must find the defect. */
  clause?: string;
  /** Path of the file that contains the fault's table, relative to the root of the repository. */
  file: string;
  start(options?: StartOptions): Promise<RunningServer>;
}

/** Adds the same facts to each fault of a table. A fault that states its own facts overrides them. */
export function sharing<Shared extends Partial<FaultFacts>>(
  shared: Shared,
): (own: Record<string, Omit<FaultFacts, keyof Shared> & Partial<FaultFacts> & (OnCore | OnFull)>) => FaultTable {
  return (own) => Object.fromEntries(Object.entries(own).map(([id, record]) => [id, { ...shared, ...record } as FaultRecord]));
}

/** Makes faults whose steps come from one function. Each row contains a fault's title, and then the function's arguments. */
export function alike<Given extends unknown[]>(
  fullSteps: (...given: Given) => OnFull['fullSteps'],
  rows: Record<string, [title: string, ...given: Given]>,
): Record<string, { title: string } & OnFull> {
  return Object.fromEntries(
    Object.entries(rows).map(([id, [title, ...given]]) => [id, { title, fullSteps: fullSteps(...given) }]),
  );
}
