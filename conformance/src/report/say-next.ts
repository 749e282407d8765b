import type { Report } from './report.ts';

/** Says what to try next where a verdict covers less than the contract has. */
export function sayNext(
  { verdict, results, features, selected, ended }: Omit<Report, 'next'>,
  every: readonly string[],
): string[] {
  if (verdict !== 'conformant' && verdict !== 'partial') return [];
  if (ended === 'interrupted') return [];
  const left = results.filter((result) => result.verdict === 'not-supported').length;
  const unclaimed = every.filter((name) => !features.includes(name));
  const others = features.length > 0 ? 'further ' : '';
  return [
    ...(selected === undefined
      ? []
      : ['Only a part of the cases was selected: run it without --case and --operation for the whole.']),
    ...(left === 0 || unclaimed.length === 0
      ? []
      : [
          unclaimed.length === 1
            ? `1 ${others}optional feature was not claimed, ${unclaimed[0]}, with ${left} cases: add --profile full.`
            : `${unclaimed.length} ${others}optional features were not claimed, with ${left} cases: add --profile full, or --features with those that you have.`,
        ]),
  ];
}
