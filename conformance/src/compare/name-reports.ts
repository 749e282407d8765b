import type { Report } from '../report/report.ts';

/** Gives each report a distinct name: its deployment, its date, or both. */
export function nameReports(reports: readonly Report[]): string[] {
  const dates = reports.map(({ startedAt }) => startedAt.slice(0, 10));
  const times = reports.map(({ startedAt }) => startedAt.slice(0, 16).replace('T', ' '));
  const subjects = reports.map(({ subject }) => subject.replace(/^https?:\/\//, ''));
  const isOne = new Set(subjects).size === 1;
  const candidates = [
    ...(isOne ? [dates, times] : [subjects]),
    subjects.map((subject, at) => `${subject}, ${dates[at]}`),
    subjects.map((subject, at) => `${subject}, ${times[at]}`),
  ];
  const distinct = candidates.find((names) => new Set(names).size === names.length);
  return distinct ?? times.map((time, at) => `${at + 1}: ${subjects[at]}, ${time}`);
}
