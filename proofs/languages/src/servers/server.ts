import type { Generator, Place } from '../generators/generator.ts';
import type { Command } from '../run/command.ts';

/** A small server on top of generated code, and how to build and start it. */
export interface Server {
  /** The name of its folder in `servers/`. */
  id: string;
  title: string;
  /** The form of the document that it is generated from, if its generator cannot read OpenAPI 3.1. */
  document?: Generator['document'];
  /**
   * The folder in `servers/` whose files are copied in addition to those of its own folder. Its lines count as part of
   * the server.
   */
  shared?: string;
  needs: string[];
  prepare(place: Place): Command[];
  /** Returns the shell command that starts it; the server prints its URL and token as one JSON line. */
  start(place: Place): string;
}
