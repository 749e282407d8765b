/**
 * Compares the contract with the one at a git ref: `npm run breaking [-- <git-ref>]`.
 * `--contract FILE` takes another document than ../openapi.yaml; the ref is of the repository it lies in.
 * Exit 0 nothing breaks, 1 something does, 2 the command was called wrongly.
 */
import { runCheck } from '../breaking/run-check.ts';

const { status, stdout, stderr } = runCheck(process.argv.slice(2));
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = status;
