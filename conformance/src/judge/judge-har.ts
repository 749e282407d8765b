import { createReadStream } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import { baseOf, belowBase } from './below-base.ts';
import { TrafficJudge } from './judge-exchange.ts';
import { TrafficMask } from './mask-exchange.ts';
import { readEntry } from './read-entry.ts';
import { HarSplitter, NoHar } from './split-har.ts';
import { Tally } from './tally.ts';

/** The judgement on a HAR file. */
export interface JudgedHar {
  tally: Tally;
  /** The part of the URLs before the paths of the API. */
  base: string;
  /** Sentences about entries that could not be judged. */
  trouble: string[];
}

/**
 * Judges the exchanges of a HAR one after the other, in the order of the file.
 * @param wanted base URL of the exchanges to judge; by default that of the only deployment in the file
 * @throws NoHar where the file is no HAR or has several deployments, or the file system's error where it cannot be read
 */
export async function judgeHar(
  contract: Contract,
  features: ReadonlySet<string>,
  file: string,
  wanted: string | undefined,
  interrupt: AbortSignal,
): Promise<JudgedHar> {
  const judge = new TrafficJudge(contract, features);
  const mask = new TrafficMask(contract);
  const tally = new Tally();
  const splitter = new HarSplitter();
  const unread = new Map<string, number>();
  let unanswered = 0;
  let base = wanted;
  let isWhole = false;
  const stream = createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 });
  for await (const piece of stream) {
    if (interrupt.aborted) break;
    for (const text of splitter.read(piece)) {
      const exchange = readEntry(text);
      if ('unread' in exchange) {
        unread.set(exchange.unread, (unread.get(exchange.unread) ?? 0) + 1);
        continue;
      }
      const found = baseOf(contract, exchange);
      if (found === undefined || (wanted !== undefined && found !== wanted)) {
        tally.ignored++;
        continue;
      }
      base ??= found;
      if (found !== base) throw new NoHar(`it has exchanges with ${base} and with ${found}: say with --base-url which to judge`);
      if (exchange.answer === undefined) {
        unanswered++;
        continue;
      }
      const original = belowBase(exchange, base);
      tally.add(judge.judge(mask.mask(original), original), original.startedAt);
    }
  }
  if (!interrupt.aborted) isWhole = !splitter.end();
  const trouble = [
    ...(unanswered > 0 ? [`${unanswered} ${unanswered === 1 ? 'request' : 'requests'} had no response on record.`] : []),
    ...[...unread].map(
      ([reason, count]) =>
        `${count} ${count === 1 ? 'entry' : 'entries'} could not be judged: ${count === 1 ? 'it' : 'each'} ${reason}.`,
    ),
    ...(isWhole ? [] : ['The file was not read to its end: only the exchanges until there were judged.']),
  ];
  return { tally, base: base ?? '', trouble };
}
