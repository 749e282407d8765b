import type { Exchange } from '../http/exchange.ts';
import type { Recorded } from '../wire/recorder.ts';
import type { Report } from './report.ts';

/** Characters of an answer that are kept: many times an invoice. A run asks hundreds of times, and a deployment may answer anything. */
const most = 16_384;

/** The report, and the exchanges of its run, with long answers cut. */
export function clipAnswers(report: Report, recorded: Recorded[]): { report: Report; recorded: Recorded[] } {
  return {
    report: {
      ...report,
      results: report.results.map((result) => ({
        ...result,
        findings: result.findings.map((finding) => ({ ...finding, exchanges: finding.exchanges.map(clip) })),
      })),
    },
    recorded: recorded.map((one) => (one.exchange ? { ...one, exchange: clip(one.exchange) } : one)),
  };
}

function clip(exchange: Exchange): Exchange {
  const { answer } = exchange;
  if (!answer || answer.text.length <= most) return exchange;
  const text = `${answer.text.slice(0, most)}… (${answer.text.length - most} characters more)`;
  return { ...exchange, answer: { ...answer, text } };
}
