import type { Debt } from './debt.ts';
import { runProgram } from './run-program.ts';

const linter = 'openapi/node_modules/@redocly/cli/bin/cli.js';

/** Lists what the contract's own rules find. @throws Error when the linter cannot run */
export async function lintContract(): Promise<Debt[]> {
  const args = ['lint', '--config', 'openapi/redocly.yaml', '--format', 'checkstyle', '--max-problems', '1000'];
  const { status, output, errors } = await runProgram(process.execPath, linter, ...args, 'openapi/openapi.yaml');
  const debts = Array.from(output.matchAll(/<error line="(\d+)"[^>]* message="([^"]*)"/g), ([, line, message = '']) => ({
    file: 'openapi/openapi.yaml',
    line: Number(line),
    what: unescapeXml(message),
  }));
  if (status !== 0 && debts.length === 0) throw new Error(`The contract cannot be linted:\n${(errors || output).trim()}`);
  return debts;
}

function unescapeXml(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
