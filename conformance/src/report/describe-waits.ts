import type { Report } from './report.ts';

/** Describes, in one line, what made a long run long. Returns no line for a short run. */
export function describeWaits({ waits = [], milliseconds, traffic, results }: Report): string[] {
  if (waits.length === 0) return [];
  const inSeconds = (time: number): string => `${Math.round(time / 1000)} s`;
  const listed = waits.map((wait) => `${inSeconds(wait.milliseconds)} for ${wait.for}`);
  const slowest = [...results].sort((one, other) => other.milliseconds - one.milliseconds)[0];
  const longest = slowest ? `; the longest case was ${slowest.id}, with ${inSeconds(slowest.milliseconds)}` : '';
  return [
    `Of its ${inSeconds(milliseconds)} it waited, side by side, ${listed.join(', ')}, with ${traffic.requests} requests${longest}.`,
  ];
}
