/**
 * Compares the contract with its version at a git ref: `npm run breaking [-- <git-ref>]`. `--contract FILE` compares a document
 * other than ../openapi.yaml, with a ref of that document's repository. Exit code: 0 if no change breaks a client, 1 if a change
 * does, 2 if the command was called wrongly.
 */
import { runCheck } from '../breaking/run-check.ts';

// A reader of the output may stop early, as `| head` does.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const { status, stdout, stderr } = runCheck(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
