import { basename } from 'node:path';
import { loadContract } from '../../conformance/src/contract/load-contract.ts';
import { planAll } from '../../conformance/src/engine/plan-cases.ts';

/** A document, and what the suite derives from it. */
export interface Planned {
  document: string;
  /** The reason why the document cannot be read. It is printed instead of everything else. */
  refused?: string;
  operations: number;
  cases: number;
  mistakes: string[];
  /** Processor seconds needed to read the document and plan its cases. */
  seconds: number;
  /** Number of operations that no case tests. */
  left: number;
  /** Reasons why something is not tested, with their counts, the most frequent first. */
  reasons: [reason: string, times: number][];
}

/** Reads a document and derives its cases, without sending any request. */
export function planDocument(file: string): Planned {
  const started = process.cpuUsage();
  const seconds = (): number => (process.cpuUsage(started).user + process.cpuUsage(started).system) / 1e6;
  const document = basename(file);
  try {
    const contract = loadContract(file);
    const { planned, mistakes } = planAll(contract);
    const times = new Map<string, number>();
    for (const { reason } of contract.plain?.untried ?? []) {
      const like = reason
        .replaceAll(/\/\S+/g, '…')
        .replace(/^\S+ (in its \w+ )?(is|has)/, 'a parameter $2')
        .slice(0, 100);
      times.set(like, (times.get(like) ?? 0) + 1);
    }
    return {
      ...{ document, operations: contract.operations.length, cases: planned.length, mistakes, seconds: seconds() },
      left: contract.operations.filter(({ plain }) => plain?.untried !== undefined).length,
      reasons: [...times].sort(([, one], [, other]) => other - one),
    };
  } catch (error) {
    const none = { operations: 0, cases: 0, mistakes: [], left: 0, reasons: [] };
    return { document, refused: (error as Error).message, ...none, seconds: seconds() };
  }
}
