import type { Change } from '../change.ts';

const code = 'account_in_debt';
const title = 'The account owes fees';
const inOrder = 'scope 403, fees 402, ';

/** Adds a problem with a new status. The client needs an error class for it, and the order of checks must mention it. */
export const addStatus: Change = {
  name: 'add a problem with the status 402',
  edit: (contract) => {
    const { components, info, paths } = contract;
    info.description = info.description.replace('scope 403, ', inOrder);
    components.schemas.ProblemCode.enum.push(code);
    contract['x-problems'][code] = {
      status: 402,
      title,
      cause: 'The account has not paid its fees.',
      cure: 'Pay them.',
      untestable: 'Nothing makes the account of a test owe fees.',
    };
    const { insufficient_scope: like } = components.examples;
    const type = like.value.type.replace('insufficient_scope', code);
    components.examples[code] = {
      summary: title,
      value: { ...like.value, type, title, status: 402, detail: 'The account has not paid its fees.', code },
    };
    components.responses.FeesDue = {
      ...structuredClone(components.responses.PayloadTooLarge),
      description: 'The account owes fees.',
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: { [code]: { $ref: `#/components/examples/${code}` } },
        },
      },
    };
    delete components.responses.FeesDue['x-requirements'];
    paths['/api/v1/payments/create'].post.responses['402'] = { $ref: '#/components/responses/FeesDue' };
  },
  owes: [['packages/client/src/response/read-response.ts', /^402 is a new status of a problem: add a class/]],
  mistakes: {
    'nothing says when it is checked': [
      ({ info }) => {
        info.description = info.description.replace(inOrder, 'scope 403, ');
      },
      /'account_in_debt' is refused with 402, which is not in the order of checks/,
    ],
  },
};
