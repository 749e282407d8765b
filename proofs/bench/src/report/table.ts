import type { Estimate } from '../statistics/estimate.ts';

/** The figures of servers at one point. */
export interface Table {
  title: string;
  rows: readonly Row[];
  /** Two processes of one program: the difference between them is that of the machine. */
  twins?: Ratios & { name: string };
}

/** The figures of one server. */
export interface Row {
  name: string;
  /** Microseconds of CPU a request. */
  cpu: Estimate;
  /** The same of a database beside it. */
  database?: Estimate;
  /** Requests a second. */
  rate: Estimate;
  /** The subject's values over this server's, slice by slice; none in the subject's own row. */
  ratios?: Ratios;
}

/** Ratios of two servers. */
export interface Ratios {
  cpu: Estimate;
  rate: Estimate;
}
