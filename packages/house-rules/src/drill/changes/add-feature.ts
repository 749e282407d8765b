import type { Change } from '../change.ts';

/** Adds an optional feature: a response header for an existing operation, with a requirement. */
export const addFeature: Change = {
  name: 'add a feature with a response header',
  edit: (contract) => {
    contract['x-features']['server-timing'] = 'How long the service took.';
    contract['x-sources']['D-26'] = 'Responses say how long they took.';
    contract.components.headers.ServerTiming = {
      description: 'How long the service took.',
      'x-feature': 'server-timing',
      required: true,
      schema: { type: 'string', pattern: '^total;dur=[0-9.]+$', examples: ['total;dur=1.2'] },
      'x-requirements': [
        {
          id: 'duration-is-told',
          level: 'MUST',
          source: 'D-26',
          text: 'Server-Timing says how many milliseconds the request took.',
        },
      ],
    };
    contract.components.responses.FetchedInvoice.headers['Server-Timing'] = { $ref: '#/components/headers/ServerTiming' };
  },
  owes: [],
  mistakes: {
    'a core requirement below the feature': [
      (contract) =>
        Object.assign(contract.components.headers.ServerTiming['x-requirements'][0], { support: 'core', source: '§4' }),
      /'duration-is-told' is core, but what it is on belongs to the feature server-timing/,
    ],
    'a feature with another name': [
      (contract) => {
        contract.components.headers.ServerTiming['x-feature'] = 'timing';
      },
      /"timing" is not a feature of x-features/,
    ],
  },
};
