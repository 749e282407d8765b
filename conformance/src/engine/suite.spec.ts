/** What vitest runs: each planned case is one test; its result travels in the test's meta. */
import { afterAll, inject, test } from 'vitest';
import { openListener } from '../callbacks/listener.ts';
import { loadContract } from '../contract/load-contract.ts';
import { loadAdapter } from '../subject/load-adapter.ts';
import { Recorder } from '../subject/recorder.ts';
import { Subject } from '../subject/subject.ts';
import { openWire } from '../subject/wire.ts';
import { planCases } from './plan-cases.ts';
import { runCase } from './run-case.ts';

const input = inject('suite');
const contract = loadContract(input.contract);
const wanted = new Set(input.cases);
const recorder = new Recorder();
const wire = openWire(await loadAdapter(input.adapter), input.rate, recorder);
const listener = input.callbacks && (await openListener(input.callbacks));
afterAll(() => listener?.close());
const context = {
  ...(listener && { listener }),
  contract,
  subject: new Subject(contract, input.settings, wire, input.baseline),
  features: new Set(input.features),
};

for (const planned of planCases(contract)) {
  if (!wanted.has(planned.id)) continue;
  test(planned.id, { concurrent: !planned.alone }, async ({ task, skip }) => {
    const result = await runCase(planned, context, input.strict);
    task.meta.result = result;
    task.meta.recorded = recorder.drain();
    if (result.verdict === 'skipped' || result.verdict === 'not-supported') skip(result.reason);
    if (result.verdict === 'fail' || result.verdict === 'error')
      throw new Error(result.reason ?? `${result.findings.length} findings`);
  });
}
