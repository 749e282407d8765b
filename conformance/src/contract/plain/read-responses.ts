import type { DocumentedResponse, Operation, Schema } from '../contract.ts';
import { isObject, locate, pointed } from '../follow-reference.ts';
import { readHeaders } from '../read-operations.ts';

/** Reads all responses that an operation documents. */
export function readResponses(document: Schema, operation: Schema, pointer: string): DocumentedResponse[] {
  return Object.entries((operation.responses ?? {}) as Record<string, Schema>)
    .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
    .map(([status, start]) => {
      const { schema: response, pointer: at } = locate(document, start, `${pointer}/responses/${status}`);
      const content = Object.entries((response.content ?? {}) as Record<string, Schema>).map(([type, media]) => ({
        type: type.toLowerCase(),
        ...(isObject(media) && isObject(media.schema) && { schema: `#${at}/content/${pointed(type)}/schema` }),
      }));
      return {
        status: status.toUpperCase(),
        content,
        headers: readHeaders(document, { schema: response, pointer: at }, () => []),
        pointer: at,
      };
    });
}

/** Returns whether an operation documents a status. */
export const documents = ({ plain }: Pick<Operation, 'plain'>, status: string): boolean =>
  plain?.responses.some((one) => one.status === status) ?? false;

/** Returns the documented response for a status code. The exact code comes first, then its range, then `default`. */
export function responseFor(responses: readonly DocumentedResponse[], status: number): DocumentedResponse | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'DEFAULT'];
  return names.flatMap((name) => responses.find((one) => one.status === name) ?? [])[0];
}

/**
 * Returns the entry of `content` for a media type: the one for the exact type, or else for the narrowest range that includes it.
 */
export function contentFor({ content }: DocumentedResponse, type: string): DocumentedResponse['content'][number] | undefined {
  const bare = bareType(type);
  const [group = ''] = bare.split('/');
  return [bare, `${group}/*`, '*/*', '*'].flatMap((name) => content.find((one) => bareType(one.type) === name) ?? [])[0];
}

/** Returns a media type without its parameters, in lower case. The servers of a deployment may state the charset differently. */
export const bareType = (type = ''): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

export const isJson = (type: string): boolean => /^(application|text)\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());
