import type { Exchange } from '../http/exchange.ts';
import { showMarks } from '../text/marks.ts';
import type { Recorded } from '../wire/recorder.ts';
import type { Report } from './report.ts';

/** Characters of a response that are kept: many times an invoice. A run has hundreds of responses of any size. */
const most = 16_384;

/** Cuts long responses in the report and in the exchanges of its run. */
export function clipResponses(report: Report, recorded: Recorded[]): { report: Report; recorded: Recorded[] } {
  return {
    report: {
      ...report,
      results: report.results.map((result) => ({
        ...result,
        findings: result.findings.map((finding) => ({ ...finding, exchanges: finding.exchanges.map(clip) })),
      })),
      ...(report.crash && {
        crash: {
          ...report.crash,
          before: report.crash.before.map((one) => ({ ...one, exchange: clip(one.exchange) })),
        },
      }),
    },
    recorded: recorded.map((one) => (one.exchange ? { ...one, exchange: clip(one.exchange) } : one)),
  };
}

function clip(exchange: Exchange): Exchange {
  const { answer: response } = exchange;
  const shown = showMarks(response?.text ?? '');
  if (!response || shown.length <= most) return exchange;
  const text = `${shown.slice(0, most)}… (${shown.length - most} characters more)`;
  return { ...exchange, answer: { ...response, text } };
}
