import type { Exchange } from '../http/exchange.ts';

/** Returns the body of a request as a JSON object, if it is one. */
export function requestObject({ request }: Exchange): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(request.body ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
