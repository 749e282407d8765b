export const help = `Checks a deployment of the Payment Invoice API from outside, against the contract.

  payment-invoice-conformance --base-url URL --token TOKEN [options]
  payment-invoice-conformance compare REPORT REPORT...    puts reports side by side
  payment-invoice-conformance watch --listen PORT --upstream URL    judges live traffic that passes through
  payment-invoice-conformance faulty-server ID    starts a server with one defect, to see the suite fail; --list names them

What to check
  --base-url URL      what stands before /api/v1; also BASE_URL in the environment
  --token TOKEN       an auth token of the deployment; also TOKEN in the environment
  --token-command CMD prints a token: the first one where none is given, and another when that is accepted no longer
  --start COMMAND     without a base URL: start this, read {"baseUrl","token"} from its first JSON line, end it after;
                      the line may name "otherToken" and "callbackSecret" too, which win over
                      the environment; or a base URL from its text, such as "Listening on
                      http://127.0.0.1:8080"; also CONFORMANCE_START
  --other-token TOKEN a token of another account; also OTHER_TOKEN in the environment

What the deployment claims
  --profile NAME      core: what the source document states (default); full: every feature of the contract too
  --features A,B      only these features beside core
  --no-sandbox        it is no sandbox: what only a sandbox may take, plain http and URLs of its own machine, is a failure

What the deployment accepts
  --cash-tag TAG      a tag that it knows        (default: $coffeeshop, else coffeeshop)
  --amount AMOUNT     an amount that it takes    (default: 12.34)
  --pay COMMAND       makes a payment: one JSON line {invoice, amount, outcome} in, the receipt out
  --adapter FILE      the same as a module that exports pay(); "sandbox" is the one for the reference server

Where callbacks come to
  --callback-listen HOST:PORT   an address of this machine that the deployment can call
                                (default: a port of 127.0.0.1 where the deployment is on this machine too)
  --callback-url URL            what stands in front of it: a public name or a tunnel
  --callback-secret SECRET      signs callbacks, as the deployment shows it; also CALLBACK_SECRET in the environment
  --callback-wait SECONDS       for a callback to come    (default: 10; from 30 on, attempts that get no response are
                                waited out too, and the run takes longer)

What to run
  --case ID           only this case, or those whose id begins with it; repeatable
  --operation NAME    only the cases of this operation; repeatable
  --requirement ID    only the cases of this requirement; repeatable
  --clause ID         only the cases of this clause of a requirement, such as invoice-note/same; repeatable
  --failed            only what failed in the last report of --out, held to what that was
  --strict            a broken SHOULD is a failure
  --strict-statements a statement that was not tried keeps the run from passing: exit 2; the output says what each lacks
  --bail              end the run at its first failure
  --list              print the cases and send nothing: all, or with --profile or --features those that are held to;
                      with --json as one JSON array
  --contract FILE     another contract than the one that comes with the suite: any OpenAPI document of 3.0 or 3.1
  --check-plan        print what the contract demands and no case tries, and send nothing; exit 1 where there is
                      something; with --json as one JSON object
  --dry-run           print the plan with its counts of requests and writes, and send nothing
  --replay REPORT     run the failures of a report.json again, at --base-url or what --start starts: FIXED, FAILED or
                      ERROR for each; writes files only with --out
  --har FILE          judge the exchanges that somebody recorded, and send nothing; --base-url names the deployment where
                      the file has several
  --known-failures F  failures that may stay: YAML or JSON, a list of {case, reason, until: YYYY-MM-DD}; an entry that
                      passes, is not tried or is over is a failure
  --self-check        after the run tamper with its record and say which tamperings the suite sees; sends nothing

How to reach it
  --ca FILE           PEM: an authority to trust beside the usual ones
  --client-cert FILE  PEM: a certificate to show; --client-key FILE: its key, where another file holds it
  --header 'NAME: VALUE'        of every request, for what stands before the deployment; repeatable. Its value is
                      masked in reports; none that the contract judges
  HTTP_PROXY, HTTPS_PROXY, NO_PROXY of the environment name a proxy; nothing for this machine goes there

How
  --concurrency N     cases at once; a few send many requests (default: 4; up to
                      32 where the deployment is far away)
  --timeout SECONDS   for one request            (default: 10)
  --max-wait SECONDS  for a 429 to end           (default: 60)
  --rate N            requests a second, at most (default: no limit)
  --all               print every finding; the first ones and their number otherwise
  --no-color          no colours on a terminal; also NO_COLOR in the environment
  --seed N            what random values come from, to have the same again
  --out FOLDER        where report.html, report.json, junit.xml, exchanges.har, badge.svg go
                      (default: conformance-report)
  --version           print the versions of the suite and of its contract

Exit 0: conformant as far as it was tried. 1: not conformant. 2: nothing proven (unreachable, wrong token, wrong option,
an operation that never gave a success, a run that was ended). Ctrl-C ends a run and leaves its report.
`;
