/** Prints the first findings and a summary line; sets exit code 1 if there are findings. */
export function printFindings(findings: readonly string[], summary: string): void {
  for (const line of [...findings.slice(0, 20), summary]) process.stdout.write(`${line}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
