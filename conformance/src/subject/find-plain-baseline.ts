import type { Contract, Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import { refuseHttp2, refuseProxied, refuseUnanswered } from './find-baseline.ts';
import { isAccepted, sharedCall } from './plain-calls.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/** How many operations are tried before the deployment is given up. */
const most = 12;

/**
 * Finds a call of a plain document that this deployment accepts, which shows that the deployment responds and that the
 * credentials are right.
 * @throws NothingProven with a sentence that says what to do
 */
export async function findPlainBaseline(
  contract: Contract,
  settings: SubjectSettings,
): Promise<{ settings: SubjectSettings; baseline: Exchange }> {
  const subject = new Subject(contract, settings);
  const { baseUrl, token } = settings;
  const credentials = contract.operations.flatMap(({ plain }) => plain?.credentials ?? []);
  if (credentials.some(({ kind }) => kind === 'basic') && !token.includes(':'))
    throw new NothingProven('Basic authentication takes a user and a password: give --token USER:PASSWORD.');
  if (credentials.some(({ kind }) => kind === 'bearer') && token.includes(' '))
    throw new NothingProven('A bearer token holds no spaces: give --token without the word Bearer, which the suite adds.');
  const seen: Exchange[] = [];
  const tried = contract.operations
    .filter(({ plain }) => plain?.untried === undefined)
    .sort((one, other) => costOf(one) - costOf(other));
  for (const operation of tried.slice(0, most)) {
    const { exchange } = await sharedCall(subject, operation).catch((error: Error) => refuseUnanswered(settings, error));
    refuseProxied(exchange);
    if (isAccepted(operation, exchange.answer)) return { settings, baseline: exchange };
    seen.push(exchange);
  }
  const statuses = [...new Set(seen.map(({ answer }) => answer?.status ?? 0))];
  if (seen.length === 0) throw new NothingProven('The document has no operation that the suite can call: --check-plan says why.');
  const asked = `the first ${seen.length === 1 ? 'operation' : `${seen.length} operations`} of the document`;
  if (statuses.every((status) => status === 401 || status === 403)) {
    await refuseHttp2(settings);
    const isWhole = credentials.some(({ kind, name }) => kind === 'header' && /^authorization$/i.test(name));
    throw new NothingProven(
      `${baseUrl} returned ${statuses.join(' and ')} to ${asked}: the token is not accepted. Check --token (or TOKEN)${
        isWhole ? ': the whole header Authorization is sent as given, so its first word belongs to it, such as "Token …"' : ''
      }.`,
    );
  }
  if (statuses.every((status) => status === 501))
    throw new NothingProven(`${baseUrl} returned 501 to ${asked}: none of them is implemented yet. Write one, and ask again.`);
  if (statuses.every((status) => status === 404 || status === 405 || status === 501))
    throw new NothingProven(
      `${baseUrl} returned ${statuses.join(' and ')} to ${asked}: it is another API. Check --base-url: it is what stands before the paths of the document${sayServers(contract)}.`,
    );
  return { settings, baseline: seen[0] as Exchange };
}

/** Ranks operations: reads come first, and operations that depend on no other object. */
const costOf = ({ method, plain, parameters }: Operation): number =>
  (method === 'GET' ? 0 : 10) +
  (plain?.origins.size ?? 0) * 2 +
  parameters.filter(({ required }) => required).length +
  (plain?.demandsCredentials ? 0 : 1);

/** Names the path in the document's server URL, which is probably missing from the base URL. */
function sayServers({ document }: Contract): string {
  const [first] = (document.servers ?? []) as { url?: unknown; variables?: Record<string, { default?: unknown } | undefined> }[];
  const whole = String(first?.url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name) =>
    String(first?.variables?.[name]?.default ?? ''),
  );
  const url = URL.canParse(whole, 'http://x') ? new URL(whole, 'http://x').pathname : '/';
  return url === '/' ? '' : `, here probably with ${url} at its end`;
}
