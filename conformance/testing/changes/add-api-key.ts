import type { ChangeContract } from './change-contract.ts';

/** Accepts an API key in a header in place of the token, at every operation and with the same scopes. */
export const addApiKey: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of the account.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    post.security.push({ apiKey: post.security[0]?.bearerAuth ?? [] });
};

/** Demands an API key in a header in addition to the token, at every operation. */
export const addKeyBesideToken: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.appKey = { type: 'apiKey', in: 'header', name: 'X-App-Key', description: 'A key of the program.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    for (const alternative of post.security) alternative.appKey = [];
};
