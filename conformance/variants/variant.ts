import type { StartOptions } from '../servers/listen.ts';
import type { OnCore, OnFull, OnItsOwn, OnSecond } from '../servers/start-server.ts';
import type { RunningServer } from '../src/engine/running-server.ts';

/** A variant as its table declares it: the server that it is, or the steps of one that it replaces. */
export type VariantRecord = {
  title: string;
  /** The reason that the source document allows it. */
  why: string;
  /** Features of the contract that the server claims beside core. */
  features?: readonly string[];
  /** Requirements that say SHOULD and that it does not follow: the suite may warn of these. */
  leaves?: readonly string[];
  /** Cases that cannot be tried on it. */
  untried?: readonly string[];
  /** Seconds for which callbacks are waited for, where it is to meet the cases that take long. */
  callbackWait?: number;
} & (OnCore | OnFull | OnSecond | OnItsOwn);

/** The variants of one theme, by id. */
export type VariantTable = Readonly<Record<string, VariantRecord>>;

/** A server unlike the reference server, and just as lawful: the suite must find nothing in it. */
export interface Variant extends Pick<VariantRecord, 'title' | 'why' | 'features' | 'leaves' | 'untried' | 'callbackWait'> {
  id: string;
  start(options?: StartOptions): Promise<RunningServer>;
}
