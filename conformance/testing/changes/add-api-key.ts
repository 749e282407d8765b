import type { ChangeContract } from './change-contract.ts';

/**
 * Changes the contract so that every operation accepts an API key in a header instead of the token. The key has the same scopes.
 */
export const addApiKey: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of the account.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    post.security.push({ apiKey: post.security[0]?.bearerAuth ?? [] });
};

/** Changes the contract so that every operation requires an API key in a header in addition to the token. */
export const addKeyBesideToken: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.appKey = { type: 'apiKey', in: 'header', name: 'X-App-Key', description: 'A key of the program.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    for (const alternative of post.security) alternative.appKey = [];
};
