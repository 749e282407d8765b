import type { Finding } from '../../src/outcome/finding.ts';

/** Tries inputs four at a time. Returns the findings of the first input that has any. */
export async function firstWrong<Input>(
  inputs: readonly Input[],
  judge: (input: Input) => Promise<Finding[]>,
): Promise<Finding[]> {
  for (let at = 0; at < inputs.length; at += 4) {
    const findings = (await Promise.all(inputs.slice(at, at + 4).map(judge))).find((found) => found.length > 0);
    if (findings !== undefined) return findings;
  }
  return [];
}
