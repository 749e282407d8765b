import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from '../wire/recorder.ts';
import { clipResponses } from './clip-responses.ts';
import { renderHtml } from './html/render-html.ts';
import { maskTokens } from './mask-tokens.ts';
import { renderBadge } from './render-badge.ts';
import { renderHar } from './render-har.ts';
import { renderJunit } from './render-junit.ts';
import type { Report } from './report.ts';

/** All that a run leaves in its folder. */
export const reportFiles = ['report.json', 'junit.xml', 'exchanges.har', 'report.html', 'badge.svg'] as const;

/** The disk took no report, and none is left behind; the message says why. */
export class ReportNotWritten extends Error {}

/**
 * Writes report.html, report.json, junit.xml, exchanges.har and badge.svg into a folder, without tokens.
 * Works at once and not in turns, so that a run that is being ended still leaves whole files.
 * @returns the page, which is the one to open
 * @throws ReportNotWritten
 */
export function writeReports(
  folder: string,
  report: Report,
  recorded: Recorded[],
  tokens: Record<string, string | undefined>,
  userAgent: string,
): string {
  const sent = recorded.filter(({ exchange }) => exchange !== undefined);
  // Masked first: of a token that is cut in two, a part would stay.
  const { report: masked, recorded: exchanges } = clipResponses(maskTokens(report, tokens), maskTokens(sent, tokens));
  const files: Record<(typeof reportFiles)[number], string> = {
    'report.json': `${JSON.stringify(masked, null, 2)}\n`,
    'junit.xml': renderJunit(masked),
    'exchanges.har': renderHar(masked, exchanges, userAgent),
    'report.html': renderHtml(masked),
    'badge.svg': renderBadge(masked),
  };
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  } catch (error) {
    // Half a report says something else than the whole one.
    for (const name of reportFiles) removeIfPossible(join(folder, name));
    throw new ReportNotWritten(`The report could not be written into ${folder}: ${(error as Error).message}.`);
  }
  return join(folder, 'report.html');
}

/** A disk that has become read-only keeps what it has; the verdict is told all the same. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The sentence about the report says that it is not whole.
  }
}
