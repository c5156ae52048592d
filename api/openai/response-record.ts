import type { RunResponse } from '../../src/runs/responses/queries.ts';
import type { ApiContext } from '../context.ts';
import type { PendingApproval } from './answer.ts';
import { type OpenAiResponse, SERVER_LABEL } from './response-schemas.ts';
import { type Answer, getRunRef, type ModelRun, toWaitNotice } from './runs.ts';

export const toHex = (id: string) => id.replaceAll('-', '');
const fromHex = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** ID of a response in the API. */
const toResponseId = (id: string) => `resp_${toHex(id)}`;

/** Reads the ID of a response; undefined if it has another form. */
export function parseResponseId(text: string): string | undefined {
  const [, hex] = /^resp_([0-9a-f]{32})$/.exec(text) ?? [];
  return hex && fromHex(hex);
}

/** ID of an approval request in a response. It contains the digest of the arguments that the response shows. */
function toApprovalId({ id, digest }: PendingApproval, responseId: string): string {
  return `mcpr_${toHex(id)}${toHex(responseId)}${digest}`;
}

/** Reads the ID of an approval request in a response; undefined if it has another form. */
export function parseApprovalId(text: string) {
  const [, id = '', responseId = '', digest = ''] =
    /^mcpr_([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{64})$/.exec(text) ?? [];
  return id === '' ? undefined : { id: fromHex(id), responseId: fromHex(responseId), digest };
}

/** Text of an output message. */
export const toTextPart = (text: string) => ({
  type: 'output_text' as const,
  text,
  annotations: [],
  logprobs: [],
});

/** Reads the ID of an output message: its response; undefined if it has another form. */
export function parseMessageId(text: string): string | undefined {
  const [, hex] = /^msg_([0-9a-f]{32})_\d+$/.exec(text) ?? [];
  return hex && fromHex(hex);
}

/** Message of the output, by its position. */
export function toMessageItem(responseId: string, index: number, text: string | undefined) {
  return {
    type: 'message' as const,
    id: `msg_${toHex(responseId)}_${index}`,
    status: text === undefined ? 'in_progress' : 'completed',
    role: 'assistant' as const,
    content: text === undefined ? [] : [toTextPart(text)],
  };
}

function toApprovalItem(responseId: string, approval: PendingApproval) {
  return {
    type: 'mcp_approval_request' as const,
    id: toApprovalId(approval, responseId),
    name: approval.name,
    arguments: JSON.stringify(approval.arguments),
    server_label: SERVER_LABEL,
  };
}

/** Whether nothing of a run executes and it waits for a person. */
function isWaiting(run: ModelRun): boolean {
  return run.status === 'waiting_for_human' || run.status === 'held';
}

/**
 * Output after the text of a run: its pending approvals of calls, and a notice of what else it waits for. A client asks
 * its user whether to make a call. Other questions have other answers, so people decide them on their pages.
 */
export function listLastItems(ctx: ApiContext, responseId: string, { run, parts, pending }: Omit<Answer, 'pauses'>) {
  if (!isWaiting(run)) return [];
  const calls = pending.filter(({ kind }) => kind === 'tool_call');
  const others = pending.filter(({ kind }) => kind !== 'tool_call');
  const hasNotice = others.length > 0 || calls.length === 0;
  return [
    ...(hasNotice ? [toMessageItem(responseId, parts.length, toWaitNotice(ctx, run, others))] : []),
    ...calls.map((approval) => toApprovalItem(responseId, approval)),
  ];
}

function toStatus(run: ModelRun): OpenAiResponse['status'] {
  if (isWaiting(run)) return 'completed';
  if (run.status === 'queued' || run.status === 'failed' || run.status === 'cancelled') return run.status;
  if (run.completed === null) return 'in_progress';
  return toIncompleteReason(run) === undefined ? 'completed' : 'incomplete';
}

function toIncompleteReason({ finish_reason: reason }: ModelRun): string | undefined {
  if (reason === 'length') return 'max_output_tokens';
  return reason === 'content-filter' || reason === 'refusal' ? 'content_filter' : undefined;
}

function toUsage(run: ModelRun) {
  if (run.completed === null && !isWaiting(run)) return null;
  return {
    input_tokens: run.input_tokens,
    input_tokens_details: { cached_tokens: run.cached_input_tokens },
    output_tokens: run.output_tokens,
    output_tokens_details: { reasoning_tokens: run.reasoning_tokens },
    total_tokens: run.input_tokens + run.output_tokens,
  };
}

/** Parameters that a response repeats. */
interface Echo {
  readonly model: string;
  readonly background?: boolean;
  readonly instructions?: string;
  readonly previous_response_id?: string;
  readonly metadata?: Record<string, string>;
  readonly user?: string;
  readonly format?: Record<string, unknown>;
}

/** Settings of the run's model calls. Open Responses requires a number: without one, the default of OpenAI's API. */
function toSettings({ llm_config: config }: ModelRun) {
  const toNumber = (value: unknown) => (typeof value === 'number' ? value : null);
  const toText = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    temperature: toNumber(config.temperature) ?? 1,
    top_p: toNumber(config.top_p) ?? 1,
    presence_penalty: toNumber(config.presence_penalty) ?? 0,
    frequency_penalty: toNumber(config.frequency_penalty) ?? 0,
    top_logprobs: 0 as const,
    max_output_tokens: toNumber(config.max_tokens),
    reasoning: { effort: toText(config.reasoning_effort), summary: null },
    prompt_cache_key: toText(config.prompt_cache_key),
  };
}

/** Format of a request with all fields. */
function toFormat(format: Record<string, unknown> = { type: 'text' }) {
  if (format.type !== 'json_schema') return format;
  return { ...format, description: format.description ?? null, strict: format.strict ?? false };
}

/** Response in OpenAI's form. */
export function toResponseRecord(
  ctx: ApiContext,
  response: Pick<RunResponse, 'id' | 'created' | 'stored' | 'request' | 'agent_run_id' | 'task_run_id'>,
  answer: Omit<Answer, 'pauses'>,
): OpenAiResponse {
  const { run, parts } = answer;
  const echo = response.request as unknown as Echo;
  const reason = run.completed === null ? undefined : toIncompleteReason(run);
  const isFailed = run.status === 'failed';
  return {
    id: toResponseId(response.id),
    object: 'response',
    created_at: toSeconds(response.created),
    completed_at: run.completed === null ? null : toSeconds(run.completed),
    status: toStatus(run),
    background: echo.background ?? false,
    error: isFailed ? { code: 'server_error', message: run.error?.message ?? 'The run failed.' } : null,
    incomplete_details: reason === undefined || isFailed ? null : { reason },
    instructions: echo.instructions ?? null,
    model: echo.model,
    output: [
      ...parts.map((text, index) => toMessageItem(response.id, index, text)),
      ...listLastItems(ctx, response.id, answer),
    ],
    previous_response_id: echo.previous_response_id ?? null,
    store: response.stored,
    metadata: echo.metadata ?? {},
    user: echo.user ?? null,
    usage: toUsage(run),
    text: { format: toFormat(echo.format) },
    ...toSettings(run),
    max_tool_calls: null,
    safety_identifier: null,
    tools: [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    truncation: getRunRef(response).kind === 'agent' ? 'auto' : 'disabled',
    service_tier: 'default',
  };
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
