import { randomBytes } from 'node:crypto';
import { describeFailure } from '../../http/describe-failure.ts';
import { buildTrafficReport } from '../../judge/build-traffic-report.ts';
import type { Finding } from '../../outcome/finding.ts';
import { renderConsole } from '../../report/console/render-console.ts';
import { exitCode, type Report } from '../../report/report.ts';
import { writeTrafficReport } from '../../report/write-reports.ts';
import { choosePaint, cutText, type Paint, showUnseen } from '../../text/encode-output.ts';
import { openPassThrough, type PassThrough, Watcher } from '../../watch/watch.ts';
import { prepareFolder } from '../options/prepare-folder.ts';
import { claimedFeatures, readContractFile } from '../options/read-claims.ts';
import { reproduceCommand } from '../options/reproduce-command.ts';
import { UsageError } from '../options/usage-error.ts';
import type { Surroundings } from '../surroundings.ts';
import { parseWatchOptions, type WatchOptions, watchHelp } from './watch-options.ts';

/**
 * Forwards traffic and judges it until the user stops the command. Returns the exit code.
 * @throws UsageError if an option is wrong
 */
export async function runWatch(args: string[], surroundings: Surroundings): Promise<number> {
  const options = parseWatchOptions(args);
  const { print, environment, printsToTerminal, interrupt } = surroundings;
  if (options === undefined) {
    print(watchHelp);
    return 0;
  }
  const contract = readContractFile(options.contract);
  const { upstream, profile, strict } = options;
  const features = claimedFeatures(contract, options);
  const colour = printsToTerminal === true && !options.noColour && !environment.NO_COLOR && environment.TERM !== 'dumb';
  const paint = choosePaint(colour);
  prepareFolder(options.out);
  const watcher = new Watcher(contract, new Set(features), upstream);
  const told = new Set<string>();
  // Prints each reason only once.
  const unreachable = (why: string): void => {
    if (told.has(why) || told.size > 20) return;
    told.add(why);
    print(`The upstream cannot be reached: ${showUnseen(why)}.\n`);
  };
  const passing = await open(options, watcher, (finding) => print(describeFinding(finding, paint)), unreachable);
  print(`Listening at http://${passing.host}:${passing.port}, forwarding to ${upstream.href}. Ctrl-C stops it.\n`);

  const about = {
    ...{ runId: randomBytes(4).toString('hex'), startedAt: new Date(), profile, features, strict, source: 'watch' as const },
    subject: upstream.href.replace(/(?<!\/)\/+$/, ''),
    reproduce: reproduceCommand(['watch', ...args], {}, surroundings.callWords),
  };
  const report = (): Report => buildTrafficReport(contract, watcher.tally, { ...about, trouble: watcher.trouble });
  const summary = setInterval(() => {
    print(describeTally(watcher));
    // Ignores a failed write, because the next write may succeed. Only a failure of the last write is reported.
    writeTrafficReport(options.out, report());
  }, options.every);
  if (!interrupt.aborted) await new Promise((resolve) => interrupt.addEventListener('abort', resolve, { once: true }));
  clearInterval(summary);
  await passing.close();
  const last = report();
  const { page, unwritten } = writeTrafficReport(options.out, last);
  print(renderConsole(last, { colour, all: false, page }));
  print(page === undefined ? `${unwritten}\n` : `Report: ${page}\n`);
  return exitCode(last) || (page === undefined ? 2 : 0);
}

async function open(
  { listen, upstream, tls }: WatchOptions,
  watcher: Watcher,
  tell: (finding: Finding) => void,
  unreachable: (why: string) => void,
): Promise<PassThrough> {
  return openPassThrough({
    ...listen,
    upstream,
    ...(tls && { tls }),
    onExchange: (observed) => {
      // Judges the exchange later, so that the client does not have to wait for it.
      setImmediate(() => watcher.take(observed).forEach(tell));
    },
    onLost: () => {
      watcher.lost++;
    },
    onUnreachable: (error) => unreachable(describeFailure(error)),
  }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'the port is in use' : error.message;
    throw new UsageError(`--listen ${listen.host}:${listen.port} cannot be used to listen: ${why}.`);
  });
}

function describeTally({ tally }: Watcher): string {
  const { length } = tally.broken;
  const broken = `${length} ${length === 1 ? 'requirement' : 'requirements'} broke, ${tally.findings} findings`;
  return `${new Date().toISOString()}  ${tally.judged} exchanges judged; ${length === 0 ? 'no requirement broke' : broken}\n`;
}

function describeFinding({ requirement, expected, received, exchanges }: Finding, paint: Paint): string {
  const last = exchanges.at(-1);
  const value = (one: string): string => cutText(showUnseen(one), 160);
  const where = last ? `  ${paint('dim', showUnseen(`${last.request.method} ${last.request.path}`))}` : '';
  return `${paint('red', 'BROKE')} ${paint('bold', requirement)}${where}\n      expected ${value(expected)}\n      received ${value(received)}\n`;
}
