import type { Change } from '../change.ts';

/** Raises a limit of the contract. A guide states it too, in text that is generated from the contract. */
export const raiseLength: Change = {
  name: 'raise the length of callbackUrl',
  edit: ({ components: { schemas } }) => {
    const { callbackUrl } = schemas.CreatePaymentRequest.properties;
    callbackUrl.maxLength = 4096;
    const requirement = callbackUrl['x-requirements'].find(({ id }: { id: string }) => id === 'create-callback-url-length');
    requirement.text = requirement.text.replace('2048', '4096');
  },
  owes: [],
  generates: ['openapi/guides/callbacks.md'],
  mistakes: {
    'the requirement still says the old limit': [
      ({ components: { schemas } }) => {
        schemas.CreatePaymentRequest.properties.callbackUrl.maxLength = 5000;
      },
      /'create-callback-url-length' says 4096, but maxLength is 5000/,
    ],
  },
};
