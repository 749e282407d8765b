import type { Report } from './report.ts';

/** Suggests what to try next where a verdict covers less than the contract. */
export function sayNext(
  { verdict, results, features, selected, ended }: Omit<Report, 'next'>,
  every: readonly string[],
): string[] {
  if (verdict !== 'conformant' && verdict !== 'partial') return [];
  if (ended === 'interrupted') return [];
  if (selected !== undefined)
    return [
      'For a verdict on the deployment, run it without what selects cases: --case, --operation, --requirement and --failed.',
    ];
  const left = results.filter((result) => result.verdict === 'not-supported').length;
  const unclaimed = every.filter((name) => !features.includes(name));
  if (left === 0 || unclaimed.length === 0) return [];
  const others = features.length > 0 ? 'further ' : '';
  return [
    unclaimed.length === 1
      ? `1 ${others}optional feature, ${unclaimed[0]}, was not claimed and not tried: add --profile full.`
      : `${unclaimed.length} ${others}optional features were not claimed and not tried: add --profile full, or --features with those that you have.`,
  ];
}
