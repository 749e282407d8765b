import type { Contract, Operation } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { creatorOf } from '../contract/main-object.ts';
import { onlyHttp2, speaksOnlyHttp2 } from '../http/describe-failure.ts';
import { type Exchange, type HttpResponse, isSuccess, responseHeader, responseObject } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';
import { CaseInconclusive } from '../outcome/case-inconclusive.ts';
import { NothingProven } from '../outcome/nothing-proven.ts';
import { cutText, showUnseen } from '../text/encode-output.ts';
import { isAccepted, sharedCall } from './plain-calls.ts';
import { Subject, type SubjectSettings } from './subject.ts';

/** Finds a create request that this deployment accepts. All cases start from it. @throws NothingProven that says what to do */
export async function findBaseline(
  contract: Contract,
  settings: SubjectSettings,
  choices: readonly SubjectSettings['given'][],
): Promise<{ settings: SubjectSettings; baseline: Exchange }> {
  let refused: Exchange | undefined;
  // The id of the first failed request: of all failed requests, it is the most likely to be in the server's log by now.
  let failed: string | undefined;
  const { words } = factsOf(contract);
  for (const given of choices) {
    const tried = { ...settings, given };
    const subject = new Subject(contract, tried);
    const exchange = await subject.create().catch((error: Error) => refuseUnanswered(settings, error));
    const response = exchange.answer;
    if (response && isSuccess(response)) {
      await refuseStrangers(contract, subject, exchange);
      return { settings: tried, baseline: exchange };
    }
    if (response?.status === 401 || response?.status === 403) {
      await refuseHttp2(settings);
      throw new NothingProven(`${exchange.url} returned ${response.status}${sayRefused(response)}${sayKeys(contract, settings)}`);
    }
    refused = exchange;
    if (response && response.status >= 500) failed ??= responseHeader(response, 'x-request-id') ?? '';
  }
  const { url, request, answer: response } = refused as Exchange;
  refuseProxied(refused as Exchange);
  const refusedChoice = `this deployment does not take the ${words.choice}: give others with ${words.options}.`;
  const location = response && responseHeader(response, 'location');
  if (response && response.status >= 300 && response.status < 400 && location !== undefined) {
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (target?.pathname === `${new URL(url).pathname}/`)
      throw new NothingProven(
        `${url} returned ${response.status} and points to the same path with a slash behind it. The contract's paths have none, and clients do not follow a redirected POST: serve the path as it is, without a redirect of the framework's router.`,
      );
    if (target?.href === new URL(url).href)
      throw new NothingProven(`${url} returned ${response.status} and points to itself: no request ever gets there.`);
    throw new NothingProven(
      `${url} returned ${response.status} and points to ${shown(location)}. Check --base-url: it is what stands before /api/v1 there.`,
    );
  }
  if (response && [404, 405, 501].includes(response.status)) {
    throw new NothingProven(
      `${url} returned ${response.status}: this is not ${words.api}. Check --base-url: it is what stands before /api/v1.\nOr ${refusedChoice}${responseObject(response) ? `\nIt said: ${shown(response.text)}` : ''}`,
    );
  }
  if (response && response.status >= 500) {
    const failure = new NothingProven(
      `${url} failed the simplest create (${request.body}) with ${response.status}: ${shown(response.text)}\nThat is a mistake of the server, and its log names it: a response that breaks the contract, perhaps.`,
    );
    failure.failed = failed ?? '';
    throw failure;
  }
  const others = choices.length > 1 ? `, after ${choices.length - 1} with ${words.other},` : '';
  throw new NothingProven(
    `${url} refused the simplest create (${request.body})${others} with ${response?.status}: ${shown(response?.text ?? '')}\nPerhaps ${refusedChoice}`,
  );
}

/** Explains why the first request got no response. @throws NothingProven with the explanation, or any other error unchanged */
async function refuseUnanswered(settings: SubjectSettings, error: Error): Promise<never> {
  if (!(error instanceof CaseInconclusive)) throw error;
  if (error.unanswered) await refuseHttp2(settings);
  throw new NothingProven(
    `${settings.baseUrl} cannot be checked. ${showUnseen(error.message)}${error.unanswered ? sayUnanswered(settings) : ''}`,
  );
}

/** Checks that the request was not refused by a proxy. @throws NothingProven if it was */
function refuseProxied({ url, answer }: Exchange): void {
  if (answer?.status === 407)
    throw new NothingProven(
      `${url} was not reached: the proxy asks for a user and a password, as in HTTP_PROXY=http://user:password@proxy:8080.`,
    );
}

/** Suggests why there was no response. A server that does not accept the client certificate may just close the connection. */
const sayUnanswered = ({ connection }: SubjectSettings): string =>
  connection?.tls.cert === undefined ? ' Check --base-url.' : ' Check --base-url, and whether it trusts that --client-cert.';

/** Lists the API keys that the contract requires in addition to the token, and that the user has not provided. */
function sayKeys(contract: Contract, { connection }: SubjectSettings): string {
  const given = (connection?.headers ?? []).map(([name]) => name.toLowerCase());
  const { keysBeside } = creatorOf(contract);
  const missing = keysBeside.filter(({ header }) => !given.includes(header.toLowerCase()));
  const say = (header: string) => `\nThe contract asks for ${header} beside the token: give it with --header '${header}: …'.`;
  return missing.map(({ header }) => say(header)).join('');
}

function sayRefused(response: HttpResponse): string {
  const { isAboutToken, said } = readRefusal(response);
  return isAboutToken
    ? `: the token is not accepted. Check --token (or TOKEN).${said}`
    : ` to the simplest create, and does not say that it is about the token. A firewall or a gateway before the deployment may refuse the suite's requests; or check --token (or TOKEN).${said}`;
}

/** Returns the text of a refusal, and whether it is about the token. The status proves nothing, because firewalls use it too. */
export function readRefusal(response: HttpResponse): { isAboutToken: boolean; said: string } {
  const isPage = /^\s*</.test(response.text);
  const title = /<title[^<>]*>([^<>]*)/i.exec(response.text)?.[1];
  const text = isPage ? (title ?? response.text.replace(/<[^<>]*>/g, ' ')).trim() : response.text;
  const isAboutToken =
    responseHeader(response, 'www-authenticate') !== undefined ||
    (!isPage && /token|credential|api.?key|unauthori[sz]ed|authenticat|scope/i.test(text));
  return { isAboutToken, said: text === '' ? '' : `\nIt said: ${shown(text)}` };
}

/** Checks that the deployment supports HTTP/1.1. @throws NothingProven if it supports only HTTP/2 */
async function refuseHttp2({ baseUrl, connection }: SubjectSettings): Promise<void> {
  if (connection?.isProxied) return;
  if (await speaksOnlyHttp2(baseUrl, connection?.tls)) throw new NothingProven(`${baseUrl} cannot be checked: ${onlyHttp2}.`);
}

/** Encodes text from the deployment for one line on a terminal. */
const shown = (text: string): string => cutText(showUnseen(text), 400);

/** Checks that the deployment is not a different API that returns a success for any path. @throws NothingProven if it is */
async function refuseStrangers(contract: Contract, subject: Subject, exchange: Exchange): Promise<void> {
  const create = creatorOf(contract);
  const object = exchange.answer && responseObject(exchange.answer);
  const known = Object.keys(create.response.properties ?? {});
  if (object && known.some((field) => Object.hasOwn(object, field))) return;
  const elsewhere = await subject.send(jsonRequest(`${create.path}-${crypto.randomUUID()}`, subject.createBody));
  if (!elsewhere.answer || !isSuccess(elsewhere.answer)) return;
  throw new NothingProven(
    `${subject.settings.baseUrl} returns ${elsewhere.answer.status} to any path and gives no invoice: this is not ${factsOf(contract).words.api}. Check --base-url.`,
  );
}

/** Maximum number of operations that are tried. */
const most = 12;

/** Finds a call that proves that the deployment accepts the credentials. @throws NothingProven that says what to do */
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
  const possible = contract.operations.filter(({ plain }) => plain?.untried === undefined);
  for (const operation of possible.sort((one, other) => costOf(one) - costOf(other)).slice(0, most)) {
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
    const advice = ': the whole header Authorization is sent as given, so its first word belongs to it, such as "Token …"';
    throw new NothingProven(
      `${baseUrl} returned ${statuses.join(' and ')} to ${asked}: the token is not accepted. Check --token (or TOKEN)${isWhole ? advice : ''}.`,
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

/** Returns a cost that is lowest for the most suitable operations: those that only read, and those that need no other object. */
const costOf = ({ method, plain, parameters }: Operation): number =>
  (method === 'GET' ? 0 : 10) +
  (plain?.origins.size ?? 0) * 2 +
  parameters.filter(({ required }) => required).length +
  (plain?.demandsCredentials ? 0 : 1);

/** Suggests that the base URL may lack the path of the server URL in the document. */
function sayServers({ document }: Contract): string {
  const [first] = (document.servers ?? []) as { url?: unknown; variables?: Record<string, { default?: unknown } | undefined> }[];
  const defaultOf = (_: string, name: string): string => String(first?.variables?.[name]?.default ?? '');
  const whole = String(first?.url ?? '').replaceAll(/\{([^{}]+)\}/g, defaultOf);
  const url = URL.canParse(whole, 'http://x') ? new URL(whole, 'http://x').pathname : '/';
  return url === '/' ? '' : `, here probably with ${url} at its end`;
}
