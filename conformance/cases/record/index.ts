import type { CaseFolder } from '../../src/case/case.ts';
import { agreementCases } from './agreement.ts';
import { allowedMethodsCases } from './allowed-methods.ts';
import { callbackUrlKeptCases } from './callback-url-kept.ts';
import { echoesCases } from './echoes.ts';
import { eventsCases } from './events.ts';
import { formsCases } from './forms.ts';
import { hangUpsCases } from './hang-ups.ts';
import { idsUniqueCases } from './ids-unique.ts';
import { lastingCases } from './lasting.ts';
import { lifetimesCases } from './lifetimes.ts';
import { mediaTypesCases } from './media-types.ts';
import { namesOnceCases } from './names-once.ts';
import { notStoredCases } from './not-stored.ts';
import { notesUniqueCases } from './notes-unique.ts';
import { paymentUrlsCases } from './payment-urls.ts';
import { problemsCases } from './problems.ts';
import { progressCases } from './progress.ts';
import { replaysToldCases } from './replays-told.ts';
import { requestIdsCases } from './request-ids.ts';
import { secretsToldCases } from './secrets-told.ts';
import { serverErrorsCases } from './server-errors.ts';
import { successStatusesCases } from './success-statuses.ts';
import { timesCases } from './times.ts';
import { tokensToldCases } from './tokens-told.ts';

/** Cases that judge every exchange of the run, after all others. */
export const record: CaseFolder = {
  agreement: agreementCases,
  'allowed-methods': allowedMethodsCases,
  'callback-url-kept': callbackUrlKeptCases,
  echoes: echoesCases,
  events: eventsCases,
  forms: formsCases,
  'hang-ups': hangUpsCases,
  'ids-unique': idsUniqueCases,
  lasting: lastingCases,
  lifetimes: lifetimesCases,
  'media-types': mediaTypesCases,
  'names-once': namesOnceCases,
  'not-stored': notStoredCases,
  'notes-unique': notesUniqueCases,
  'payment-urls': paymentUrlsCases,
  problems: problemsCases,
  progress: progressCases,
  'replays-told': replaysToldCases,
  'request-ids': requestIdsCases,
  'secrets-told': secretsToldCases,
  'server-errors': serverErrorsCases,
  'success-statuses': successStatusesCases,
  times: timesCases,
  'tokens-told': tokensToldCases,
};
