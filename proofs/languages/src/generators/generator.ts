import type { Command } from '../run/command.ts';

/** The files and folders that a generator works with. */
export interface Place {
  /** The file of the document that the generator reads. */
  document: string;
  /** The folder with the settings that we recommend; undefined when the generator is tried with its defaults. */
  settings: string | undefined;
  /** The folder that contains a copy of the program that drives the client, and into which the client is generated. */
  folder: string;
  /** A folder for tools and downloads that is kept between runs. */
  cache: string;
}

/** Another project's generator, and how its client is generated and run. */
export interface Generator {
  /** The name of the generator's folder in `programs/`. */
  id: string;
  /** Other folders in `programs/` whose files are copied as well as those of the generator's own folder. */
  shared?: string | string[];
  title: string;
  language: string;
  /** The exact version that is installed. */
  version: string;
  /** The form of the document for this generator, if it cannot read OpenAPI 3.1. */
  document?: '3.0' | 'plain';
  /** The settings that the client needs, and their purpose, in Markdown. */
  advice?: { set: string; purpose: string };
  /** Limits of the client and other remarks. Each becomes a line under the table. */
  limits?: string[];
  /**
   * A statement about generated source that is never run here, with a pattern that proves it: as long as the source matches, the
   * statement is true.
   */
  read?: { finding: string; shown: RegExp };
  /** Programs that must be on the PATH. The generator is not run without them. */
  needs: string[];
  generate(place: Place): Command[];
  /** Commands that compile the client. Absent if no toolchain is available: the client is then only generated and read. */
  build?(place: Place): Command[];
  /** The command that starts the program that drives the client. Absent if the client is only compiled or read. */
  drive?: (place: Place) => Command;
  /** True if the program can write and read every possible amount. */
  sweeps?: boolean;
}

/** Returns a Markdown link from a guide to a settings file, which is in the document's folder. */
export const settingsFile = (name: string): string => `[${name}](../generators/${name})`;

/** The properties of one of openapi-generator's generators. */
export interface Made
  extends Pick<Generator, 'shared' | 'language' | 'build' | 'drive' | 'sweeps' | 'document' | 'advice' | 'limits' | 'read'> {
  /** The generator's name, if it differs from the key. */
  generator?: string;
  /** Text to add after the generator's name in the table. */
  form?: string;
  /** The id of another generator whose settings file is used; absent if this generator has its own file. */
  settings?: string;
  /** Programs that are needed in addition to those of openapi-generator itself. */
  needs?: string[];
  /** The folder to which the generator writes. */
  out: string;
  /**
   * Options that the generator is always given, even where a client is tried without our settings: for example, names that the
   * driving program imports.
   */
  names?: string[];
}
