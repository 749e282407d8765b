import type { RequirementVerdict } from '../judge-requirements.ts';

/** The words that the page uses for each verdict on a requirement. If `heading` is absent, `one` is used as the heading. */
export const words: Record<RequirementVerdict, { one: string; heading?: string; about: string }> = {
  error: { one: 'Error', heading: 'The suite itself broke', about: 'This says nothing about the deployment. Please report it.' },
  fail: { one: 'Broken', about: 'The deployment does not do what the contract says.' },
  warn: { one: 'Warning', heading: 'Warnings', about: 'The deployment does not follow a SHOULD.' },
  inconclusive: { one: 'Unclear', about: 'Something between the suite and the deployment prevented a verdict.' },
  skipped: { one: 'Not tried', about: 'The suite lacked something that it needs.' },
  'partly-tried': { one: 'Partly tried', about: 'Some cases that cover these passed; others could not be tried.' },
  pass: { one: 'Held', about: 'Every case that covers these passed.' },
  'not-supported': {
    one: 'Not claimed',
    about: 'These belong to features that the deployment does not claim, so they do not apply.',
  },
};
