/** Maximum number of characters of an entry. It is enough for a body of several megabytes. */
const entryAtMost = 32 * 1024 * 1024;

/** Thrown if a file is not a HAR file. */
export class NoHar extends Error {
  override name = 'NoHar';
}

/** Splits a HAR file into its entries. Reads the text in chunks, because the file may be larger than memory. */
export class HarSplitter {
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The beginning of the last string that was read, to recognize the key `entries`. */
  #name = '';
  #parts: string[] = [];
  #size = 0;
  /** True while reading inside the array `log.entries`. */
  #isInside = false;
  #wasInside = false;
  #isFirst = true;

  /** Reads the next chunk. Returns the text of each entry that ends in it. */
  read(piece: string): string[] {
    const entries: string[] = [];
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.#inString) {
        this.#readString(code);
        continue;
      }
      if (code === 0x22) {
        this.#inString = true;
        this.#name = '';
      } else if (code === 0x7b || code === 0x5b) {
        if (this.#isFirst && code === 0x5b) throw new NoHar('it is a JSON array, and a HAR is an object with log.entries');
        if (code === 0x5b && this.#depth === 2 && this.#name === 'entries') this.#isInside = this.#wasInside = true;
        else if (this.#isInside && this.#depth === 3) start = at;
        this.#depth++;
      } else if (code === 0x7d || code === 0x5d) {
        this.#depth--;
        if (this.#isInside && this.#depth === 3) entries.push(this.#take(piece.slice(start, at + 1)));
        if (this.#isInside && this.#depth === 2) this.#isInside = false;
      } else if (this.#isFirst && code > 0x20 && code !== 0xfeff) throw new NoHar('it is no JSON');
      if (code > 0x20 && code !== 0xfeff) this.#isFirst = false;
    }
    if (this.#isInside && this.#depth > 3) this.#keep(piece.slice(start));
    return entries;
  }

  /** Called after the last chunk. Returns true if the JSON is incomplete. @throws NoHar if the file has no `log.entries` */
  end(): boolean {
    if (!this.#wasInside) throw new NoHar('it has no log.entries');
    return this.#depth !== 0;
  }

  #readString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === 0x5c) this.#isEscaped = true;
    else if (code === 0x22) this.#inString = false;
    else if (this.#depth === 2 && this.#name.length < 16) this.#name += String.fromCharCode(code);
  }

  #keep(part: string): void {
    this.#size += part.length;
    if (this.#size > entryAtMost) throw new NoHar(`it has an entry of more than ${entryAtMost / 1024 / 1024} MB`);
    this.#parts.push(part);
  }

  #take(last: string): string {
    this.#keep(last);
    const entry = this.#parts.join('');
    this.#parts = [];
    this.#size = 0;
    return entry;
  }
}
