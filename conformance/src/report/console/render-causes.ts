import { showUnseen } from '../../text/encode-output.ts';
import type { Paint } from '../../text/paint.ts';
import { groupCauses } from '../group-causes.ts';
import type { Report } from '../report.ts';

const shown = 10;

/** Renders the index of what broke, by likely cause; nothing where there are too few findings to need one. */
export function renderCauses(report: Report, paint: Paint, all: boolean): string[] {
  const causes = groupCauses(report);
  const findings = causes.reduce((sum, { found }) => sum + found.length, 0);
  if (findings < 4) return [];
  const listed = all ? causes : causes.slice(0, shown);
  const width = String(causes[0]?.found.length ?? '').length;
  const lines = listed.map(({ title, found, requirements }) => {
    const [first = ''] = requirements;
    const where = requirements.length === 1 ? first : `${requirements.length} requirements`;
    return `  ${paint('bold', String(found.length).padStart(width))}  ${showUnseen(title)}  ${paint('dim', where)}`;
  });
  const more = causes.length - listed.length;
  return [
    '',
    `${findings} findings, by likely cause:`,
    ...lines,
    ...(more > 0 ? [`  ${' '.repeat(width)}  and ${more} other causes`] : []),
  ];
}
