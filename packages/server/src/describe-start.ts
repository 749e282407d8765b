import type { RunningServer } from './start-server.ts';

/** What `--help` prints. */
export const HELP = `The reference server of the payment invoice contract, as a sandbox.

Usage: node packages/server/bin/server.ts [--json] [--help]

  --json   print one JSON line {"baseUrl","token","otherToken","callbackSecret","docsUrl","pid"} once it answers;
           otherToken is of a second account
  --help   print this

Environment:
  PORT          port to listen on, 0 for any free one (8080)
  HOST          address to listen on (127.0.0.1)
  DATA_DIR      directory of the database, the demo token and the receipt key (.data)
  CALLBACK_KEY  key that seals callback secrets, 32 bytes in base64 (the sandbox's own)

SIGINT or SIGTERM stops it once what is in flight is answered; a second one at once.
`;

/** The line for programs. */
export function describeForPrograms({ baseUrl, token, otherToken, callbackSecret, docsUrl }: RunningServer): string {
  return `${JSON.stringify({ baseUrl, token, otherToken, callbackSecret, docsUrl, pid: process.pid })}\n`;
}

/** The lines for people; the last one can be pasted as it is. */
export function describeForPeople({ baseUrl, token, callbackSecret, docsUrl }: RunningServer): string {
  return `Payment invoice sandbox

  Base URL         ${baseUrl}
  Demo token       ${token}
  Callback secret  ${callbackSecret}
  Docs             ${docsUrl}

As a sandbox it also calls back over http and to this machine. A live deployment does neither.

Create an invoice:

${curlLine(baseUrl, token)}
`;
}

function curlLine(baseUrl: string, token: string): string {
  // Single quotes: the shell must not see a variable in the tag.
  return `curl -sS '${baseUrl}/api/v1/payments/create' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"cashTag":"$coffeeshop","amount":12.5}'`;
}
