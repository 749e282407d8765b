import type { Estimate } from '../statistics/estimate.ts';

/** The figures of all servers at one point. */
export interface Table {
  title: string;
  rows: readonly Row[];
  /** Two processes of the same program, which can differ only because of the machine. */
  twins?: Ratios & { name: string };
}

/** The figures of one server. */
export interface Row {
  name: string;
  /** Microseconds of CPU per request. */
  cpu: Estimate;
  /** Microseconds of CPU per request in the server's database. */
  database?: Estimate;
  /** Requests per second. */
  rate: Estimate;
  /** The subject's values divided by this server's, slice by slice; absent in the subject's own row. */
  ratios?: Ratios;
}

/** Ratios of two servers. */
export interface Ratios {
  cpu: Estimate;
  rate: Estimate;
}
