import type { ChangeContract } from './change-contract.ts';

/** Accepts an API key in a header in place of the token, at every operation and with the same scopes. */
export const addApiKey: ChangeContract = ({ components, paths }) => {
  components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of the account.' };
  for (const { post } of Object.values<{ post: { security: Record<string, string[]>[] } }>(paths))
    post.security.push({ apiKey: post.security[0]?.bearerAuth ?? [] });
};
