export const help = `Checks a deployment of the Payment Invoice API from outside, against the contract.

  payment-invoice-conformance --base-url URL --token TOKEN [options]
  payment-invoice-conformance compare REPORT REPORT...    compares reports side by side
  payment-invoice-conformance watch --listen PORT --upstream URL    proxies live traffic and checks it
  payment-invoice-conformance faulty-server ID    starts a server with one known defect; --list shows the ids

What to check
  --base-url URL      the part of the URLs before /api/v1; also BASE_URL in the environment
  --token TOKEN       an auth token of the deployment; also TOKEN in the environment
  --token-command CMD prints a token. It runs at the start if --token is absent, and again when the token is no longer accepted
  --start COMMAND     starts the deployment with this command, and stops it after the run; for use without --base-url. The suite
                      reads {"baseUrl","token"} from the first JSON line that the command prints. The line may also contain
                      "otherToken" and "callbackSecret", which take precedence over the environment. If the command prints no
                      JSON line, the suite looks for a base URL in the output, such as "Listening on http://127.0.0.1:8080";
                      also CONFORMANCE_START in the environment
  --other-token TOKEN a token of another account; also OTHER_TOKEN in the environment

What the deployment claims
  --profile NAME      core: only what the source document says (default); full: also every optional feature of the contract
  --features A,B      core and only these optional features
  --no-sandbox        the deployment is not a sandbox, so it must refuse what only a sandbox may accept: plain http and URLs of
                      its own machine

What the deployment accepts
  --cash-tag TAG      a cash tag that it knows   (default: $coffeeshop, then coffeeshop)
  --amount AMOUNT     an amount that it accepts  (default: 12.34)
  --pay COMMAND       makes a payment: reads one JSON line {invoice, amount, outcome} and prints the receipt
  --adapter FILE      a module that exports pay() and, if you like, more; "sandbox" is the one for the reference server

How callbacks reach the suite
  --callback-listen HOST:PORT   an address of this machine that the deployment can call
                                (default: any free port of 127.0.0.1, if the deployment runs on this machine)
  --callback-url URL            the public URL of that address, such as a tunnel
  --callback-secret SECRET      the secret that signs callbacks, as the deployment shows it; also CALLBACK_SECRET
  --callback-wait SECONDS       how long to wait for a callback   (default: 10). From 30 on, the suite also checks when attempts
                                without a response are given up, and the run takes longer

What to run
  --case ID           only this case, or all cases whose id begins like this; repeatable
  --operation NAME    only the cases of this operation; repeatable
  --requirement ID    only the cases of this requirement; repeatable
  --clause ID         only the cases of this clause of a requirement, such as invoice-note/same; repeatable
  --failed            only the cases that failed in the last report in --out, with the profile and features of that run
  --strict            a broken SHOULD is a failure
  --strict-statements a claimed statement that was not tried ends the run with exit code 2; the output says what each one needs
  --bail              end the run at the first failure
  --list              print the cases and send nothing: all cases or, with --profile or --features, those that would run.
                      With --json: as one JSON array
  --contract FILE     use this contract instead of the suite's own: any OpenAPI 3.0 or 3.1 document
  --check-plan        print what the contract demands and no case tries, and send nothing; exit code 1 if there is something.
                      With --json: as one JSON object
  --dry-run           print the plan with its numbers of requests and writes, and send nothing
  --replay REPORT     run the failures of a report.json again and print FIXED, FAILED or ERROR for each; needs --base-url or
                      --start, and writes files only with --out
  --har FILE          check recorded exchanges and send nothing; if the file contains several deployments, --base-url chooses one
  --known-failures F  failures that are tolerated: YAML or JSON, a list of {case, reason, until: YYYY-MM-DD}. An entry whose
                      case passes or does not run, or whose date is over, is a failure
  --self-check        after the run, tamper with the recorded responses and print which changes the suite notices; sends nothing

How to connect
  --ca FILE           a certificate authority to trust in addition to the usual ones, as PEM
  --client-cert FILE  a client certificate, as PEM; --client-key FILE: its key, if it is in a file of its own
  --header 'NAME: VALUE'        a header to add to every request, for a gateway in front of the deployment; repeatable. Reports
                      mask its value. Headers that the contract uses are refused
  HTTP_PROXY, HTTPS_PROXY and NO_PROXY in the environment name a proxy; requests to this machine never use it

How to run
  --concurrency N     number of cases that run at once; a few cases send many requests (default: 4; up to
                      64 if the deployment is far away)
  --timeout SECONDS   longest wait for a response      (default: 10)
  --max-wait SECONDS  longest wait for a 429 to end    (default: 60)
  --rate N            most requests per second         (default: no limit)
  --all               print every finding; by default only the first ones and the number of the others
  --no-color          print no colours; also NO_COLOR in the environment
  --seed N            seed of the random values, to repeat a run with the same ones
  --out FOLDER        folder for report.html, report.json, junit.xml, exchanges.har and badge.svg
                      (default: conformance-report)
  --version           print the versions of the suite and of its contract

Exit codes: 0: conformant, as far as it was tried. 1: not conformant. 2: nothing proven (unreachable, wrong token, wrong option,
an operation that never succeeded, or a run that was ended early). Ctrl-C ends a run and still writes the report.
`;
