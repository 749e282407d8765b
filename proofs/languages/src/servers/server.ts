import type { Generator, Place } from '../generators/generator.ts';
import type { Command } from '../run/command.ts';

/** A small server on generated code, and how it is made and started. */
export interface Server {
  /** The name of its folder in `servers/`. */
  id: string;
  title: string;
  /** The form of the document that it is given: that in OpenAPI 3.1 unless its generator reads less. */
  document?: Generator['document'];
  /** The folder in `servers/` whose files are copied into its `src`, and count as its own. */
  shared?: string;
  needs: string[];
  prepare(place: Place): Command[];
  /** The shell command that starts it; it prints its URL and token as one JSON line. */
  start(place: Place): string;
}
