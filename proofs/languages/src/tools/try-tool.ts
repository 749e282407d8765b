import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { findMissing } from '../run/missing-tools.ts';
import { prepareFolder } from '../run/prepare-folder.ts';
import { runAll } from '../run/run-all.ts';
import type { Sandbox } from '../run/sandbox.ts';
import type { Check, Tool } from './tool.ts';

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
