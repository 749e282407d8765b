import type { ChangeContract } from './change-contract.ts';

/** Demands an API key in a header in addition to the token, at every operation. */
export const addKeyBesideToken: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.appKey = { type: 'apiKey', in: 'header', name: 'X-App-Key', description: 'A key of the program.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    for (const alternative of post.security) alternative.appKey = [];
};
