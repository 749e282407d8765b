import type { HeaderParameter } from '../contract/header-parameters.ts';
import { type ApiRequest, headerValues } from './api-request.ts';

/** Reads the parameters that the request carries. One that is sent twice becomes the list of both (RFC 9110 §5.3). */
export function readHeaderParameters(
  request: Pick<ApiRequest, 'rawHeaders'>,
  parameters: readonly HeaderParameter[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name } of parameters) {
    const values = headerValues(request, name.toLowerCase());
    if (values.length > 0) found[name] = values.join(', ');
  }
  return found;
}
