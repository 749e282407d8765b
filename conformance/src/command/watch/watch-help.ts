/** The text that `watch --help` prints. */
export const watchHelp = `Passes live traffic on, byte for byte, and judges it: what needs no request of its own.

  payment-invoice-conformance watch --listen PORT --upstream URL [options]

  --listen PORT      where clients connect to: a port of 127.0.0.1, or HOST:PORT
  --upstream URL     what stands before /api/v1 at the deployment
  --profile NAME     core (default) or full: what the deployment is held to
  --features A,B     only these features beside core
  --strict           a broken SHOULD is a failure
  --contract FILE    another contract than the one that comes with the suite
  --ca FILE          PEM: an authority to trust beside the usual ones, for an upstream of https
  --client-cert FILE, --client-key FILE    PEM: what to show an upstream that asks for it
  --every SECONDS    between two summaries, for which the reports are written anew (default: 60)
  --out FOLDER       where report.html, report.json, junit.xml go (default: conformance-report)
  --no-color         no colours on a terminal

Ctrl-C ends it and leaves the reports. Exit 1: a requirement broke. 0: none broke in what passed. 2: nothing was judged.
Such a verdict is no proof: nothing is sent to provoke a refusal, a limit or a race. Tokens and receipts are masked.
`;
