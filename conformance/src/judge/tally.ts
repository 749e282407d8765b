import type { Finding } from '../outcome/finding.ts';
import type { Judgement } from './judge-documented.ts';

/** Maximum number of findings that are stored for each requirement and field. */
const kept = 3;

/** Counts how often each requirement was checked. Stores only the first findings about each, so that the tally stays small. */
export class Tally {
  readonly tried = new Map<string, number>();
  /** The first findings about each requirement and field, and how many there were in total. */
  readonly #broken = new Map<string, { first: Finding[]; count: number }>();
  judged = 0;
  ignored = 0;
  /** ISO 8601 time of the first exchange. `until` is the time of the last exchange. */
  from?: string;
  until?: string;

  add({ tried, findings }: Judgement, startedAt: string): Finding[] {
    this.judged++;
    if (this.from === undefined || startedAt < this.from) this.from = startedAt;
    if (this.until === undefined || startedAt > this.until) this.until = startedAt;
    for (const id of tried) this.tried.set(id, (this.tried.get(id) ?? 0) + 1);
    return findings.filter((finding) => this.#keep(finding));
  }

  /** Returns the stored findings about a requirement. The last finding for each field states how many more there were. */
  against(requirement: string): Finding[] {
    return [...this.#broken].flatMap(([key, { first, count }]) => {
      if (key.split(' ')[0] !== requirement) return [];
      const more = count > first.length ? ` (and ${count - first.length} more like it)` : '';
      return first.map((one, at) => (at === first.length - 1 ? { ...one, received: `${one.received}${more}` } : one));
    });
  }

  /** Returns the requirements that were checked or violated. */
  get requirements(): string[] {
    return [...new Set([...this.tried.keys(), ...this.broken])];
  }

  get broken(): string[] {
    return [...new Set([...this.#broken.keys()].map((key) => key.split(' ')[0] ?? ''))];
  }

  get findings(): number {
    return [...this.#broken.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Counts a finding, and stores it if there is room. Returns true for the first finding about a requirement and field. */
  #keep(finding: Finding): boolean {
    const key = `${finding.requirement} ${finding.member ?? ''}`;
    const known = this.#broken.get(key) ?? { first: [], count: 0 };
    known.count++;
    if (known.first.length < kept) known.first.push(finding);
    this.#broken.set(key, known);
    return known.count === 1;
  }
}
