import type { Sample } from '../load/load.ts';
import type { Operation } from '../load/operations.ts';
import type { Subject, SubjectPlan } from '../servers/subject.ts';

/** A load at which servers are measured. */
export interface Point {
  title: string;
  operation: Operation;
  connections: number;
  /** The servers that are measured there; all of them by default. */
  servers?: readonly string[];
}

/** The servers and the loads of a comparison. */
export interface Comparison {
  /** The first one is the subject, whose ratios to the others are computed. */
  plans: readonly SubjectPlan[];
  /** Names of two plans that start the same program. */
  twins?: readonly [string, string];
  points: readonly Point[];
  /** Returns the bodies of an operation's requests. */
  prepare?: (subject: Subject, operation: Operation) => Promise<readonly string[]>;
  /** True when each round finds the data of the one before. */
  keepsData?: boolean;
}

/** The samples of one server at one point: a list for each round. */
export interface Series {
  point: Point;
  name: string;
  rounds: Sample[][];
}
