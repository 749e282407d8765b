import { join } from 'node:path';
import type { Generator, Place } from '../generators/generator.ts';
import type { Command } from '../run/command.ts';
import { findMissing, prepareFolder, runAll } from '../run/run-trial.ts';
import type { Sandbox } from '../run/sandbox.ts';

/**
 * A task that a tool must be able to do with the document. `failure` says what happened instead; absent if the task succeeded.
 */
export interface Check {
  title: string;
  failure?: string;
}

/** Another project's tool that shows, imports, mocks or checks the document, without generating code from it. */
export interface Tool extends Pick<Generator, 'id' | 'title' | 'version' | 'limits' | 'needs'> {
  kind: 'reader' | 'importer' | 'mock' | 'validator';
  /** The document for this tool, if it is not the OpenAPI 3.1 document for generators. */
  document?: 'contract' | '3.0' | 'plain';
  /**
   * The reason why the tool is not run here, for example because it works only inside a larger product. Its limits are then known
   * from its source only.
   */
  notRun?: string;
  prepare(place: Place): Command[];
  judge(place: Place, sandbox: Sandbox, signal: AbortSignal): Promise<Check[]>;
}

/** Carries out one check. @throws only when `signal` is aborted */
export async function check(title: string, signal: AbortSignal, attempt: () => Promise<void>): Promise<Check> {
  try {
    await attempt();
    return { title };
  } catch (error) {
    signal.throwIfAborted();
    return { title, failure: (error as Error).message.split('\n')[0] ?? '' };
  }
}

/** A create's body as a reader of the documentation would write it. */
export const created = { cashTag: '$coffeeshop', amount: 12.5 };
export const paths = { create: '/api/v1/payments/create', submit: '/api/v1/payments/submit', fetch: '/api/v1/payments/fetch' };

/** Sends one request, and returns the status and the body, parsed if it is JSON. */
export async function send(
  base: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string>; text: string; json: Record<string, unknown> | undefined }> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, application/problem+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
  };
}

export interface ToolResult {
  tool: Pick<Tool, 'title' | 'kind' | 'version' | 'document' | 'limits'>;
  notRun?: string;
  checks: Check[];
}

/** Installs a tool, and checks how it handles the document. @throws only when `signal` is aborted */
export async function tryTool(
  tool: Tool,
  place: Place,
  programs: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<ToolResult> {
  const result = { tool, checks: [] };
  const missing = tool.notRun ?? findMissing(...tool.needs);
  if (missing !== undefined) return { ...result, notRun: missing };
  prepareFolder(place, join(programs, tool.id));
  const failure = await runAll(tool.prepare(place), place, 'prepare.log', signal);
  if (failure !== undefined) return { ...result, checks: [{ title: 'it can be installed', failure }] };
  return { ...result, checks: await tool.judge(place, sandbox, signal) };
}
