import { changeText } from '../changes/change-request.ts';
import { changeProblem, sendHeader } from '../changes/change-response.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that write problem details incorrectly. */
export const responsesProblems: FaultTable = {
  ...sharing({ breaks: 'errors-are-problems' })({
    'errors-in-plain-json': {
      title: 'Errors are plain JSON',
      fullSteps: sendHeader('Content-Type', 'application/json', ({ status }) => status >= 400),
    },
    'no-detail': { title: 'Problems have no detail', fullSteps: changeProblem((problem) => delete problem.detail) },
    'relative-type': {
      title: 'type is a relative reference',
      fullSteps: changeProblem((problem) => Object.assign(problem, { type: '/problems/x' })),
    },
    'instance-is-the-root': {
      title: 'instance is / in every problem',
      field: 'instance',
      fullSteps: changeProblem((problem) => Object.assign(problem, { instance: '/' })),
    },
  }),
  'codes-in-capitals': {
    title: 'Codes are in upper case',
    breaks: 'problem-code-of-catalogue',
    fullSteps: changeProblem((problem) => Object.assign(problem, { code: String(problem.code).toUpperCase() })),
  },
  ...sharing({ breaks: 'problem-names-members' })({
    'pointers-not-escaped': {
      title: 'Pointers contain names without escapes',
      features: ['problem-details', 'strict-requests'],
      fullSteps: changeProblem((problem) => {
        for (const item of (problem.errors ?? []) as { pointer: string }[])
          item.pointer = item.pointer.replaceAll('~1', '/').replaceAll('~0', '~');
      }, 'validation_failed'),
    },
    'one-member-named': {
      title: 'errors names only one of several wrong fields',
      fullSteps: changeProblem((problem) => {
        problem.errors = ((problem.errors ?? []) as unknown[]).slice(0, 1);
      }, 'validation_failed'),
    },
    'one-unknown-field-named': {
      title: 'errors names only one of several unknown fields',
      features: ['problem-details', 'strict-requests'],
      fullSteps: changeProblem((problem) => {
        const errors = (problem.errors ?? []) as { code: string }[];
        const first = errors.findIndex(({ code }) => code === 'unknown_property');
        problem.errors = errors.filter(({ code }, at) => code !== 'unknown_property' || at === first);
      }, 'validation_failed'),
    },
    'unknown-field-hides-missing': {
      title: 'A missing field is not named if another one is unknown',
      features: ['problem-details', 'strict-requests'],
      fullSteps: changeProblem((problem) => {
        const errors = (problem.errors ?? []) as { code: string }[];
        const isStrange = errors.some(({ code }) => code === 'unknown_property');
        problem.errors = errors.filter(({ code }) => !(isStrange && code === 'required'));
      }, 'validation_failed'),
    },
    'rules-not-named': {
      title: 'Fields that break another rule are not named if one has a wrong type',
      features: ['problem-details', 'amount-precision', 'limits'],
      fullSteps: changeProblem((problem) => {
        const errors = (problem.errors ?? []) as { code: string }[];
        const ofForm = errors.filter(({ code }) => !['amount_precision', 'url_not_allowed'].includes(code));
        problem.errors = ofForm.length > 0 ? ofForm : errors;
      }, 'validation_failed'),
    },
    'members-not-named': {
      title: 'errors is left out',
      fullSteps: changeProblem((problem) => delete problem.errors, 'validation_failed'),
    },
    'next-to-nothing-no-number': {
      title: 'An amount far below a cent is reported as a wrong type',
      features: ['problem-details', 'amount-bounds'],
      fullSteps: changeText((text) => text.replace(/"amount":1e-\d\d/, '"amount":"none"')),
    },
    'first-member-named': {
      title: 'errors always names the first field that the contract has',
      fullSteps: changeProblem(
        (problem) => Object.assign(problem, { errors: [{ pointer: '/cashTag', code: 'type', detail: 'Wrong.' }] }),
        'validation_failed',
      ),
    },
    'pointer-to-the-body-with-slash': {
      title: 'The pointer to the body itself is /',
      fullSteps: changeProblem((problem) => {
        for (const item of (problem.errors ?? []) as { pointer: string }[]) if (item.pointer === '') item.pointer = '/';
      }, 'validation_failed'),
    },
  }),
  'request-id-disagrees': {
    title: 'requestId differs from X-Request-Id',
    breaks: 'problem-request-id-agrees',
    fullSteps: changeProblem((problem) => Object.assign(problem, { requestId: 'req_0' })),
  },
  'status-disagrees': {
    title: 'status in the problem is always 400',
    breaks: 'problem-status-agrees',
    fullSteps: changeProblem((problem) => Object.assign(problem, { status: 400 })),
  },
  'type-leads-nowhere': {
    title: 'type leads nowhere',
    breaks: 'problem-type-opens',
    fullSteps: changeProblem((problem) =>
      Object.assign(problem, { type: String(problem.type).replace('/problems/', '/no-page/') }),
    ),
  },
  'type-of-one-leads-nowhere': {
    title: 'Only the page of invoice_not_found is missing',
    breaks: 'problem-type-opens',
    fullSteps: changeProblem(
      (problem) => Object.assign(problem, { type: String(problem.type).replace('/problems/', '/no-page/') }),
      'invoice_not_found',
    ),
  },
  'type-about-blank': {
    title: 'type is about:blank, as in RFC 9457 without a page',
    breaks: 'problem-type-opens',
    fullSteps: changeProblem((problem) => Object.assign(problem, { type: 'about:blank' })),
  },
  'stack-told': {
    title: 'detail contains a stack trace',
    breaks: 'problem-tells-no-secret/stack-trace',
    fullSteps: changeProblem((problem) =>
      Object.assign(problem, { detail: 'TypeError: x is undefined\n    at create (/srv/app/create.js:12:7)' }),
    ),
  },
  'receipt-told': {
    title: 'detail repeats the receipt',
    breaks: 'problem-tells-no-secret/receipt',
    fullSteps: changeProblem(
      (problem, _reply, { text }) => Object.assign(problem, { detail: `Cannot read ${text}.` }),
      'receipt_invalid',
    ),
  },
  'stack-told-at-bad-json': {
    title: 'detail contains a stack trace if the body is not JSON',
    breaks: 'problem-tells-no-secret/stack-trace',
    fullSteps: changeProblem(
      (problem) => Object.assign(problem, { detail: 'Traceback:\n  File "/srv/app/read.py", line 12, in read' }),
      'malformed_json',
    ),
  },
  'long-receipt-told': {
    title: 'errors repeats a receipt that is too long',
    breaks: 'problem-tells-no-secret/receipt',
    fullSteps: changeProblem(
      (problem, _reply, { text }) => text?.includes('webReceipt') && Object.assign(problem, { detail: `Too long: ${text}` }),
      'validation_failed',
    ),
  },
  'listed-receipt-told': {
    title: 'errors repeats a receipt in a list',
    breaks: 'problem-tells-no-secret/receipt',
    fullSteps: changeProblem(
      (problem, _reply, { text }) => text?.includes('"webReceipt":[') && Object.assign(problem, { detail: `No text: ${text}` }),
      'validation_failed',
    ),
  },
  'stack-of-unknown-ids': {
    title: 'The problem for an unknown id contains a stack trace',
    breaks: 'problem-tells-no-secret',
    fullSteps: changeProblem(
      (problem) => Object.assign(problem, { detail: `${problem.detail}\n\tat Store.find(Store.java:12)` }),
      'invoice_not_found',
    ),
  },
};
