/** Prints the first findings and a last line; findings are exit code 1. */
export function printFindings(findings: readonly string[], summary: string): void {
  for (const line of [...findings.slice(0, 20), summary]) process.stdout.write(`${line}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
