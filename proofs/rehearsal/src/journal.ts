/** A record of what a rehearsal checked and which problems a user would meet. It is printed while the rehearsal runs. */
export class Journal {
  readonly #print: (text: string) => void;
  readonly #began = performance.now();
  #checked = 0;
  readonly #problems: string[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  /** Prints the title of a section. */
  begin(title: string): void {
    this.#print(`\n${title}\n`);
  }

  /** Prints a line that begins with the number of seconds since the rehearsal began. */
  tell(line: string): void {
    const seconds = `${Math.round((performance.now() - this.#began) / 1000)} s`;
    this.#print(`${seconds.padStart(6)}  ${line.replaceAll('\n', '\n        ')}\n`);
  }

  /**
   * Runs a check, which throws if something is wrong. Prints the result. Returns false if the check has failed; the caller may
   * continue.
   */
  async check(what: string, look: () => unknown): Promise<boolean> {
    this.#checked++;
    try {
      await look();
      this.tell(`ok     ${what}`);
      return true;
    } catch (error) {
      this.#problems.push(what);
      this.tell(`WRONG  ${what}\n       ${(error as Error).message.replaceAll('\n', '\n       ')}`);
      return false;
    }
  }

  /** Returns the text to print at the end, and whether all checks have passed. */
  conclude(): { isReady: boolean; text: string } {
    const took = Math.round((performance.now() - this.#began) / 1000);
    const isReady = this.#problems.length === 0 && this.#checked > 0;
    const list = this.#problems.map((problem) => `  ${problem}\n`).join('');
    const text = isReady
      ? `An outsider would find everything as it is promised: ${this.#checked} checks in ${took} s.\n`
      : `Not ready: ${this.#problems.length} of ${this.#checked} checks failed in ${took} s.\n${list}`;
    return { isReady, text };
  }
}

/** Throws an Error with the sentence if the condition is false. */
export function demand(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}
