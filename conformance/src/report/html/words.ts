import type { Verdict } from '../../outcome/verdict.ts';

/** The page's names for each verdict on a requirement, in the order in which they are shown. */
export const words: Record<Verdict, { one: string; heading: string; about: string }> = {
  error: { one: 'Error', heading: 'The suite itself broke', about: 'This says nothing about the deployment. Please report it.' },
  fail: { one: 'Broken', heading: 'Broken', about: 'The deployment does something else than the contract says.' },
  warn: { one: 'Warning', heading: 'Warnings', about: 'A SHOULD that the deployment does not keep.' },
  inconclusive: {
    one: 'Unclear',
    heading: 'Unclear',
    about: 'Something between the suite and the deployment kept it from telling.',
  },
  skipped: { one: 'Not tried', heading: 'Not tried', about: 'The suite lacked something that it needs.' },
  pass: { one: 'Held', heading: 'Held', about: 'Every case that covers these passed.' },
  'not-supported': {
    one: 'Not claimed',
    heading: 'Not claimed',
    about: 'These belong to features that the deployment does not claim. Nothing is demanded.',
  },
};
