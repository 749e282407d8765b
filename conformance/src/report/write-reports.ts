import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showMarks } from '../text/marks.ts';
import type { Recorded } from '../wire/recorder.ts';
import { cleanerFor } from './clean-report.ts';
import { renderHtml } from './html/render-html.ts';
import { renderBadge } from './render-badge.ts';
import { renderHar } from './render-har.ts';
import { renderJunit } from './render-junit.ts';
import type { Report } from './report.ts';

/** The files that a run writes into its folder. */
export const reportFiles = ['report.json', 'junit.xml', 'exchanges.har', 'report.html', 'badge.svg'] as const;

/**
 * The path of the page, or a sentence that says why the report could not be written. If it could not, no file of the report
 * remains.
 */
export interface Written {
  page?: string;
  unwritten?: string;
}

/**
 * Writes report.html, report.json, junit.xml, exchanges.har and badge.svg into a folder. The input must be cleaned already.
 * Writes synchronously, so that a run that is being ended still leaves complete files.
 */
export function writeReports(folder: string, report: Report, recorded: Recorded[], userAgent: string): Written {
  const files: Record<(typeof reportFiles)[number], string> = {
    'report.json': `${JSON.stringify(report, null, 2)}\n`,
    'junit.xml': renderJunit(report),
    'exchanges.har': renderHar(report, recorded, userAgent),
    'report.html': renderHtml(report),
    'badge.svg': renderBadge(report),
  };
  return writeFiles(folder, files);
}

/**
 * Writes the report of recorded traffic, which is masked. It writes no exchanges, because the user already has them, and no
 * badge, because the report proves no conformance.
 */
export function writeTrafficReport(folder: string, report: Report): Written {
  const clipped = cleanerFor({})(report);
  const json = `${JSON.stringify(clipped, null, 2)}\n`;
  return writeFiles(folder, { 'report.json': json, 'junit.xml': renderJunit(clipped), 'report.html': renderHtml(clipped) });
}

function writeFiles(folder: string, files: Record<string, string>): Written {
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), showMarks(text));
  } catch (error) {
    // Part of a report would mislead.
    for (const name of reportFiles) removeIfPossible(join(folder, name));
    return { unwritten: `The report could not be written into ${folder}: ${(error as Error).message}.` };
  }
  return { page: join(folder, 'report.html') };
}

/** Removes a file if possible. The disk may have become read-only, and the verdict must still be printed. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The message already says that the report could not be written.
  }
}
