import type { Command } from '../run/command.ts';

/** The files and folders that a generator works with. */
export interface Place {
  /** The document it reads. */
  document: string;
  /** The folder of ready settings, or undefined when the generator is tried with its defaults. */
  settings: string | undefined;
  /** Contains a copy of the program that drives the client; the client is generated into it. */
  folder: string;
  /** Kept between runs, for tools and downloads. */
  cache: string;
}

/** Another project's generator, and how its client is generated and run. */
export interface Generator {
  /** The name of its folder in `programs/`. */
  id: string;
  /** The folder in `programs/` whose files are copied beside its own. */
  shared?: string;
  title: string;
  language: string;
  /** The exact version that is installed. */
  version: string;
  /** The form of the document it reads, if it cannot read OpenAPI 3.1. */
  document?: '3.0' | 'plain';
  /** Limits of its client and other remarks; each becomes a line under the table. */
  limits?: string[];
  /** A sentence about the generated source where nothing here runs it, and the pattern in the source that shows it. */
  read?: { finding: string; shown: RegExp };
  /** Programs that must be on the PATH; otherwise the generator is not run. */
  needs: string[];
  generate(place: Place): Command[];
  /** Commands that compile the client; absent where no toolchain is available, so that the client is only generated and read. */
  build?(place: Place): Command[];
  /** The program that takes orders; without it the client is only compiled, or only read. */
  drive?: (place: Place) => Command;
  /** True if its program can write and read every possible amount. */
  sweeps?: boolean;
}
