import { resolve } from 'node:path';
import type { Debt } from './debt.ts';
import { root, runProgram } from './run-program.ts';

const linter = 'openapi/node_modules/@redocly/cli/bin/cli.js';

/** Lists the linter's findings; for a third-party contract, only those about OpenAPI and facts. @throws Error if it cannot run */
export async function lintContract(foreign?: string): Promise<Debt[]> {
  const file = foreign ?? 'openapi/openapi.yaml';
  const config = foreign === undefined ? 'openapi/redocly.yaml' : 'openapi/lint/any.yaml';
  const args = ['lint', '--config', config, '--format', 'checkstyle', '--max-problems', '1000'];
  const { status, output, errors } = await runProgram(process.execPath, linter, ...args, file);
  const debts = Array.from(output.matchAll(/<file name="([^"]*)">(.*?)<\/file>/gs)).flatMap(([, name = '', findings = '']) => {
    // A third-party contract may consist of several files, so the file that the linter names for the finding is used.
    const found = foreign === undefined ? file : resolve(root, unescapeXml(name));
    return Array.from(findings.matchAll(/<error line="(\d+)"[^>]* message="([^"]*)"/g), ([, line, message = '']) => ({
      file: found,
      line: Number(line),
      what: unescapeXml(message),
    }));
  });
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
