/** Calls of a server's tools. */

import type { GuardedClient } from '../../../platform/http/guarded.ts';
import { isRecord } from '../../../platform/json-schema.ts';
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
import { toShortText } from './visible-text.ts';

/** Under which a call's id goes along, the same on every repeat of it, so that a server can tell a repeat. */
export const IDEMPOTENCY_META = 'holdfast/idempotency-key';

/** How far a call has come, as its server says. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Where the session is kept that calls share. */
export interface SessionStore {
  find(): Promise<McpSession | undefined>;
  /** Answers false where it is not kept: then it ends with the call. */
  store(session: McpSession): Promise<boolean>;
  /** The server does not know it any more. */
  remove(session: McpSession): Promise<void>;
}

export interface McpCall {
  /** As it was allowed. */
  readonly tool: McpTool;
  readonly args: unknown;
  readonly callId: string;
  readonly signal: AbortSignal;
  /** Sends the call itself; all else goes by the client that is given. */
  readonly callHttp?: GuardedClient;
  readonly onProgress?: (progress: McpProgress) => void;
  readonly deadlines?: CallDeadlines;
  readonly sessions?: SessionStore;
}

/** What came of a call. */
export interface McpCallResult {
  readonly result: McpResult;
  /** What the server wants to be told before it does it, as sentences; the result is empty then. */
  readonly questions: readonly string[];
  readonly verdict: McpVerdict;
}

/**
 * Calls a tool, once. Throws an McpFailure where no result comes, and an OutboundError where it was given up on our side:
 * `aborted` by the signal, of which the server is told, or `superseded`.
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
 * Whether the server says that it did nothing because it knows no such session, or speaks in another way by now: in the
 * protocol's way, or in words as many do.
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
    // One that can't be kept ends with the call, whose outcome that does not touch.
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

/** What the server answered, as it came: what the library finds amiss with it makes nothing undone. */
async function requestResult(
  connection: Connection,
  { tool, args, callId, onProgress, deadlines = CALL_DEADLINES }: McpCall,
  raw: { readonly result?: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const { sdk, client, options } = connection;
  const { name, inputSchema, taskSupport } = tool;
  const asTask = taskSupport === 'required' ? toTaskParams(deadlines.totalMs) : {};
  try {
    await client.callTool(
      { name, arguments: isRecord(args) ? args : {}, _meta: { [IDEMPOTENCY_META]: callId }, ...asTask },
      {
        ...options,
        // Without it the library lists the tools by itself and may call twice; with an output schema it may fail what was done.
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
      : 'something that it does not put into words';
  });
  return questions.length > 0 ? questions : ['something that it does not put into words'];
}

/** Ends a session that nobody goes on with, as far as its server lets that be done. */
export async function endSession(http: GuardedClient, target: McpTarget, session: McpSession): Promise<void> {
  const connection = await connect({ http, target, deadlines: LIST_DEADLINES, session }, createConnectionState());
  await connection.close(true);
}
