import type { CallToolResult, ContentBlock, Resource, Tool } from '@modelcontextprotocol/server';
import { type ExposedTool, GET_RUN } from '../../src/mcp/exposed.ts';
import type { RunView } from '../../src/mcp/targets.ts';
import type { ApiContext } from '../context.ts';
import { readMedia } from './media.ts';

/** Statuses of a run that waits or executes. */
const RUN_STATUSES = [
  'queued',
  'running',
  'waiting_for_human',
  'held',
  'cancelling',
  'completed',
  'failed',
  'cancelled',
];

const RUN_ERROR = {
  type: 'object',
  properties: { reason: { type: 'string' }, message: { type: 'string' } },
  required: ['reason', 'message'],
};

/** Returns the schema of a tool's structured result: the run, with the output once it is completed. */
function toResultSchema(output: object): Tool['outputSchema'] {
  return {
    type: 'object',
    properties: {
      run_id: { type: 'string', description: `ID for the tool ${GET_RUN}` },
      status: { type: 'string', enum: RUN_STATUSES },
      output: { ...output, description: 'output of a completed run' },
      session_id: { type: 'string', description: 'session of an agent, to continue it' },
      waiting_for: { type: 'string', description: 'what the run waits for' },
      url: { type: 'string', description: 'page of the run, or of the approval request that it waits for' },
      error: RUN_ERROR,
    },
    required: ['run_id', 'status'],
  };
}

/** Converts a tool to its MCP definition. `hasTasks` lets clients call it as a task. */
export function toDefinition({ name, description, inputSchema, outputSchema }: ExposedTool, hasTasks: boolean): Tool {
  return {
    name,
    description,
    inputSchema: { ...inputSchema, type: 'object' },
    outputSchema: toResultSchema(outputSchema),
    ...(hasTasks ? { execution: { taskSupport: 'optional' } } : {}),
  };
}

/** Definition of the tool that returns the result of a run. */
export const GET_RUN_TOOL: Tool = {
  name: GET_RUN,
  description: 'Waits for a run that another tool has started, and returns its result.',
  inputSchema: {
    type: 'object',
    properties: { run_id: { type: 'string', format: 'uuid', description: 'run_id of an earlier result' } },
    required: ['run_id'],
    additionalProperties: false,
  },
  outputSchema: toResultSchema({}),
  annotations: { readOnlyHint: true },
};

/** Creates an error result that the model can read. */
export function toErrorResult(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/**
 * Converts a run to the result of a call: its output and files, its error, or how to get the result later. Small images
 * and sounds are part of the result, because many clients follow no links.
 */
export async function toRunResult(ctx: ApiContext, run: RunView): Promise<CallToolResult> {
  const result = toResultWithLinks(ctx, run);
  return run.isCompleted ? { ...result, content: [...result.content, ...(await readMedia(ctx, run))] } : result;
}

function toResultWithLinks(ctx: Pick<ApiContext, 'config'>, run: RunView): CallToolResult {
  const common = {
    run_id: run.id,
    status: run.status,
    ...(run.sessionId === undefined ? {} : { session_id: run.sessionId }),
  };
  if (!run.isCompleted) {
    const url = getPendingUrl(ctx, run);
    const waiting = run.waitingFor === null ? {} : { waiting_for: run.waitingFor };
    return toResult([toPendingText(run, url)], { ...common, ...waiting, url });
  }
  if (run.status === 'completed')
    return toResult([toOutputText(run.output)], { ...common, output: run.output ?? null }, run);
  const error = run.error ?? { reason: 'CANCELLED', message: 'the run was cancelled' };
  const { reason, message } = error;
  return { ...toResult([`${reason}: ${message}`], { ...common, error: { reason, message } }, run), isError: true };
}

function toResult(texts: readonly string[], structuredContent: Record<string, unknown>, run?: RunView): CallToolResult {
  const content: ContentBlock[] = texts.map((text) => ({ type: 'text', text }));
  for (const resource of run ? listRunResources(run) : []) content.push({ ...resource, type: 'resource_link' });
  return { content, structuredContent };
}

const toOutputText = (output: unknown): string =>
  typeof output === 'string' ? output : JSON.stringify(output ?? null);

function toPendingText({ id, requests, isParked, waitingFor }: RunView, url: string): string {
  const [request] = requests;
  const why = request ? `${request.toolName} waits for approval` : (waitingFor ?? 'it has not ended yet');
  const decide = isParked ? ` A person decides at ${url}.` : '';
  return `The run ${id} has started: ${why}.${decide} Call ${GET_RUN} with {"run_id":"${id}"} for its result. Do not start it again.`;
}

/** Returns the page where a person decides a run's request, or else the page of the run. */
export function getPendingUrl({ config }: Pick<ApiContext, 'config'>, { id, requests }: RunView): string {
  const [request] = requests;
  return request ? `${config.publicUrl}/approvals/${request.id}` : `${config.publicUrl}/runs/${id}`;
}

/** Text with which a client shows the page where a person decides a run's request. */
export function toApprovalMessage({ requests }: RunView): string {
  return `${requests[0]?.toolName} waits for approval. The decision is made on this page, not by your answer here.`;
}

const URI_PREFIX = 'holdfast://run/';

/** Returns the files that a run created, as resources. */
export function listRunResources({ id, files }: Pick<RunView, 'id' | 'files'>): Resource[] {
  return files.map(({ name, media_type: mimeType, size }) => ({
    uri: `${URI_PREFIX}${id}/${encodeURIComponent(name)}`,
    name,
    mimeType,
    size,
  }));
}

/** Parses the URI of a run's file. Returns undefined for any other URI. */
export function parseFileUri(uri: string): { readonly runId: string; readonly name: string } | undefined {
  const [, runId, encoded] = /^holdfast:\/\/run\/([0-9a-f-]{36})\/([^/?#]+)$/i.exec(uri) ?? [];
  if (runId === undefined || encoded === undefined) return undefined;
  try {
    return { runId: runId.toLowerCase(), name: decodeURIComponent(encoded) };
  } catch {
    return undefined;
  }
}
