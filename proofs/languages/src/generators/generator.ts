import type { Command } from '../run/command.ts';

/** Where a generator works. */
export interface Place {
  /** The document that it is given. */
  document: string;
  /** The folder of ready settings, or undefined when the generator is tried as it comes. */
  settings: string | undefined;
  /** Holds the program that drives the client, as a copy; the client is generated into it. */
  folder: string;
  /** Kept from one run to the next: tools, and what was downloaded. */
  cache: string;
}

/** A generator of another project, and how its client is made and run. */
export interface Generator {
  /** The name of its folder in `programs/`. */
  id: string;
  title: string;
  language: string;
  /** Exact, as it is installed. */
  version: string;
  /** The form of the document that it is given: that in OpenAPI 3.1 unless it reads less. */
  document?: '3.0' | 'plain';
  /** Limits of its client, and other things to know of it: each is a line under the table. */
  limits?: string[];
  /** A sentence about the source that it writes, where nothing here runs it, and what shows it there. */
  read?: { finding: string; shown: RegExp };
  /** Programs that must be on the PATH; a generator whose programs are missing is not run. */
  needs: string[];
  generate(place: Place): Command[];
  /** Nothing where no toolchain is at hand: its client is generated, and read. */
  build?(place: Place): Command[];
  /** The program that takes orders; a client without one is compiled, or only read. */
  drive?: (place: Place) => Command;
  /** True if its program can write and read every amount there is. */
  sweeps?: boolean;
}
