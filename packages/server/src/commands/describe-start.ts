import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { operationTable } from '@payment-invoice/generated';
import { settingTable } from '../settings/setting-table.ts';
import type { RunningServer } from '../start/start-server.ts';

export const helpText = `The reference server of the payment invoice contract, as a sandbox or live.

Usage: payment-invoice-server [--json] [--help] [--version] [options]; in a checkout npm start -- [options]
       payment-invoice-server admin …       manages accounts, tokens and backups: see its --help
       payment-invoice-server callbacks …   manages undelivered callbacks: see its --help

  --json   print one JSON line {"baseUrl","address","token","otherToken","callbackSecret","docsUrl","pid"} when it is ready;
           address is where it listens, and otherToken belongs to a second account
  --help   print this
  --version
           print the version of the server

Settings, as environment variables or, except for secrets, as options (PORT=9000 is --port 9000):
${settingTable.map(({ name, help }) => `  ${name.padEnd(28)} ${help}`).join('\n')}

SIGINT (Ctrl+C) or SIGTERM stops the server after the requests in progress; a second signal stops it immediately.
`;

/** Returns the versions of this package, of Node.js and of the system, for bug reports. */
export function describeVersion(): string {
  const manifest = findPackageJSON(import.meta.url);
  if (manifest === undefined) throw new Error('The package.json of the server is missing.');
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
  return `${name} ${version}, Node.js ${process.version}\n`;
}

/** Describes a running server for programs, as one line of JSON. */
export function describeForPrograms({ baseUrl, address, token, otherToken, callbackSecret, docsUrl }: RunningServer): string {
  return `${JSON.stringify({ baseUrl, address, token, otherToken, callbackSecret, docsUrl, pid: process.pid })}\n`;
}

type Described = Pick<RunningServer, 'baseUrl' | 'token' | 'callbackSecret' | 'docsUrl'>;

/** Describes a running server for people. The curl command can be pasted into a shell. */
export function describeForPeople({ baseUrl, token, callbackSecret, docsUrl }: Described): string {
  if (token === undefined) return `Payment invoice server\n\n  Base URL    ${baseUrl}\n  Docs        ${docsUrl}\n`;
  return `Payment invoice sandbox

  Base URL         ${baseUrl}
  Demo token       ${token}
  Callback secret  ${callbackSecret}
  Docs             ${docsUrl}
  Console          ${baseUrl}/sandbox

Create an invoice, in a second terminal:

${curlLine(baseUrl, token)}

Then open the paymentUrl of the response in a browser, and play the payer. The quick start in the docs shows the rest, and can send the requests for you.
Ctrl+C stops the sandbox; its data are kept. Requests appear below.

`;
}

function curlLine(baseUrl: string, token: string): string {
  // Uses single quotes around the body: otherwise a shell would expand the tag, which begins with `$`.
  return `curl -sS '${baseUrl}${operationTable.createPayment.path}' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"cashTag":"$coffeeshop","amount":12.5}'`;
}
