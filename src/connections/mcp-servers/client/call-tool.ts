/** Calls of a server's tools. */

import type { GuardedClient } from '../../../platform/http/guarded-client.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { toShortText } from '../../visible-text.ts';
import {
  type Connection,
  type ConnectionState,
  connect,
  createConnectionState,
  type McpSession,
  mayHaveChangedTransport,
} from './connection.ts';
import { toMcpFailure } from './failure.ts';
import { CALL_DEADLINES, type CallDeadlines, LIST_DEADLINES } from './limits.ts';
import { readLinkedResources } from './links.ts';
import { readResult } from './result.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { toTaskParams, waitForTask } from './task.ts';
import type { McpResult, McpTarget, McpTool, McpVerdict } from './types.ts';

/** Metadata key of the call ID. It is the same on repeats, so that servers can deduplicate. */
export const IDEMPOTENCY_META = 'holdfast/idempotency-key';
/** Key of a call's depth: the number of runs above the run that the call may start. */
export const DEPTH_META = 'holdfast/depth';

/** Progress of a call. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Store of the session that calls share. */
export interface SessionStore {
  find(): Promise<McpSession | undefined>;
  /** Returns false if it is not stored. The session then ends with the call. */
  store(session: McpSession): Promise<boolean>;
  /** Removes a session that the server no longer knows. */
  remove(session: McpSession): Promise<void>;
}

/** A tool call to send. */
export interface McpCall {
  /** Allowed definition. */
  readonly tool: McpTool;
  readonly args: unknown;
  readonly callId: string;
  /** Number of runs above the run that the call may start. */
  readonly depth?: number;
  readonly signal: AbortSignal;
  /** Client for the tool call itself. Other requests use the main client. */
  readonly callHttp?: GuardedClient;
  readonly onProgress?: (progress: McpProgress) => void;
  readonly deadlines?: CallDeadlines;
  readonly sessions?: SessionStore;
}

/** Result of a call. */
export interface McpCallResult {
  readonly result: McpResult;
  /** Questions of the server before it executes the call. The result is empty then. */
  readonly questions: readonly string[];
  readonly verdict: McpVerdict;
}

/**
 * Calls a tool once. Throws an McpFailure without a result. Throws an OutboundError if this side gave up: `aborted` by
 * the signal, with a notification to the server, or `superseded`.
 */
export async function callTool(http: GuardedClient, target: McpTarget, call: McpCall): Promise<McpCallResult> {
  const session = await call.sessions?.find();
  const life = createConnectionState();
  try {
    return await callOnce(http, target, call, life, session);
  } catch (error) {
    if (!canRetry(target, life, session) || call.signal.aborted) throw error;
    if (session) await call.sessions?.remove(session);
    return callOnce(http, session ? target : { ...target, verdict: null }, call, createConnectionState(), undefined);
  }
}

/**
 * Whether the call can be repeated: the server did not execute it because it does not know the session or transport.
 * Servers report this by protocol or in the message.
 */
function canRetry(target: McpTarget, life: ConnectionState, session: McpSession | undefined): boolean {
  const { callSent, callError: callRefusal } = life.traffic;
  if (life.stopped !== undefined) return false;
  if (!callSent) return mayHaveChangedTransport(target, life);
  if (callRefusal === undefined) return false;
  if (session && callRefusal.status === 404) return true;
  const presumes = session !== undefined || (target.verdict !== null && target.verdict.modern.length > 0);
  return presumes && callRefusal.status === 400 && callRefusal.isAboutSession;
}

async function callOnce(
  http: GuardedClient,
  target: McpTarget,
  call: McpCall,
  life: ConnectionState,
  session: McpSession | undefined,
): Promise<McpCallResult> {
  const sdk = await loadSdk();
  const { signal, callHttp, deadlines = CALL_DEADLINES } = call;
  const raw: { result?: Record<string, unknown> } = {};
  const onResult = (result: Record<string, unknown>) => {
    raw.result = result;
  };
  try {
    const connection = await connect({ http, callHttp, target, deadlines, signal, session, onResult }, life);
    delete raw.result;
    const fresh = session ? undefined : connection.session();
    // A failure to store the session does not affect the call.
    const stored = fresh && call.sessions?.store(fresh).catch(() => false);
    try {
      const answer = toCallResult(await requestResult(connection, call, raw));
      return { ...answer, result: await readLinkedResources(connection, answer.result), verdict: connection.verdict };
    } finally {
      await connection.close(fresh !== undefined && !(await stored));
    }
  } catch (error) {
    throw toMcpFailure(sdk, error, life);
  }
}

/** Returns the raw response: invalid output does not undo the call. */
async function requestResult(
  connection: Connection,
  { tool, args, callId, depth, onProgress, deadlines = CALL_DEADLINES }: McpCall,
  raw: { readonly result?: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const { sdk, client, options } = connection;
  const { name, inputSchema, taskSupport } = tool;
  const asTask = taskSupport === 'required' ? toTaskParams(deadlines.totalMs) : {};
  try {
    await client.callTool(
      {
        name,
        arguments: isRecord(args) ? args : {},
        _meta: { [IDEMPOTENCY_META]: callId, ...(depth !== undefined && { [DEPTH_META]: depth }) },
        ...asTask,
      },
      {
        ...options,
        // Otherwise the SDK lists the tools and may call twice. An output schema could fail a completed call.
        toolDefinition: { name, inputSchema: inputSchema as CallTool['inputSchema'] },
        allowInputRequired: true,
        ...(onProgress && { onprogress: onProgress }),
      },
    );
  } catch (error) {
    if (raw.result === undefined || !isResultError(sdk, error)) throw error;
  }
  const result = raw.result ?? {};
  return isRecord(result.task) && taskSupport === 'required'
    ? waitForTask(connection, result.task, onProgress)
    : result;
}

type CallTool = { inputSchema: { type: 'object' } & Record<string, unknown> };

function isResultError(sdk: Sdk, error: unknown): boolean {
  if (!(error instanceof sdk.SdkError)) return false;
  const { InvalidResult, UnsupportedResultType } = sdk.SdkErrorCode;
  return error.code === InvalidResult || error.code === UnsupportedResultType;
}

function toCallResult(raw: Record<string, unknown>): Pick<McpCallResult, 'result' | 'questions'> {
  return {
    result: readResult(raw),
    questions: raw.resultType === 'input_required' ? readQuestions(raw.inputRequests) : [],
  };
}

function readQuestions(requests: unknown): string[] {
  const inputRequests = isRecord(requests) ? Object.values(requests).slice(0, 10) : [];
  const questions = inputRequests.map((request) => {
    const params = isRecord(request) && isRecord(request.params) ? request.params : {};
    return typeof params.message === 'string'
      ? toShortText(params.message, 1000)
      : 'something that it does not describe';
  });
  return questions.length > 0 ? questions : ['something that it does not describe'];
}

/** Ends a session at its server, if the server supports that. */
export async function endSession(http: GuardedClient, target: McpTarget, session: McpSession): Promise<void> {
  const connection = await connect({ http, target, deadlines: LIST_DEADLINES, session }, createConnectionState());
  await connection.close(true);
}
