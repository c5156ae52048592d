/** Calls of a server's tools. */

import type { GuardedClient } from '../../platform/http/guarded-client.ts';
import { isRecord } from '../../platform/json-schema.ts';
import { type Connection, connect, type KeptSession, type Life, mayHaveChanged, newLife } from './connection.ts';
import { failureOf } from './failure.ts';
import { CALL_DEADLINES, type CallDeadlines, LIST_DEADLINES } from './limits.ts';
import { withLinked } from './links.ts';
import { readResult } from './result.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import { resultOfTask, taskParams } from './task.ts';
import type { McpResult, McpTarget, McpTool, McpVerdict } from './types.ts';
import { toldBriefly } from './visible.ts';

/** Under which a call's id goes along, the same on every repeat of it, so that a server can tell a repeat. */
export const IDEMPOTENCY_META = 'holdfast/idempotency-key';

/** How far a call has come, as its server says. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Where the session is kept that calls share. */
export interface SessionKeeper {
  kept(): Promise<KeptSession | undefined>;
  /** Answers false where it is not kept: then it ends with the call. */
  keep(session: KeptSession): Promise<boolean>;
  /** The server does not know it any more. */
  forget(session: KeptSession): Promise<void>;
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
  readonly sessions?: SessionKeeper;
}

/** What came of a call. */
export interface McpAnswer {
  readonly result: McpResult;
  /** What the server wants to be told before it does it, as sentences; the result is empty then. */
  readonly asks: readonly string[];
  readonly verdict: McpVerdict;
}

/**
 * Calls a tool, once. Throws an McpFailure where no result comes, and an OutboundError where it was given up on our side:
 * `aborted` by the signal, of which the server is told, or `superseded`.
 */
export async function callTool(http: GuardedClient, target: McpTarget, call: McpCall): Promise<McpAnswer> {
  const session = await call.sessions?.kept();
  const life = newLife();
  try {
    return await callAs(http, target, call, life, session);
  } catch (error) {
    if (!wasUnheard(target, life, session) || call.signal.aborted) throw error;
    if (session) await call.sessions?.forget(session);
    return callAs(http, session ? target : { ...target, verdict: null }, call, newLife(), undefined);
  }
}

/**
 * Whether the server says that it did nothing because it knows no such session, or speaks in another way by now: in the
 * protocol's way, or in words as many do.
 */
function wasUnheard(target: McpTarget, life: Life, session: KeptSession | undefined): boolean {
  const { callSent, callRefusal } = life.traffic;
  if (life.stopped !== undefined) return false;
  if (!callSent) return mayHaveChanged(target, life);
  if (callRefusal === undefined) return false;
  if (session && callRefusal.status === 404) return true;
  const presumes = session !== undefined || (target.verdict !== null && target.verdict.modern.length > 0);
  return presumes && callRefusal.status === 400 && callRefusal.isAboutSession;
}

async function callAs(
  http: GuardedClient,
  target: McpTarget,
  call: McpCall,
  life: Life,
  session: KeptSession | undefined,
): Promise<McpAnswer> {
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
    const keeping = fresh && call.sessions?.keep(fresh).catch(() => false);
    try {
      const answer = read(await answered(connection, call, raw));
      return { ...answer, result: await withLinked(connection, answer.result), verdict: connection.verdict };
    } finally {
      await connection.close(fresh !== undefined && !(await keeping));
    }
  } catch (error) {
    throw failureOf(sdk, error, life);
  }
}

/** What the server answered, as it came: what the library finds amiss with it makes nothing undone. */
async function answered(
  connection: Connection,
  { tool, args, callId, onProgress, deadlines = CALL_DEADLINES }: McpCall,
  raw: { readonly result?: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const { sdk, client, options } = connection;
  const { name, inputSchema, taskSupport } = tool;
  const asTask = taskSupport === 'required' ? taskParams(deadlines.totalMs) : {};
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
    if (raw.result === undefined || !isAboutResult(sdk, error)) throw error;
  }
  const result = raw.result ?? {};
  return isRecord(result.task) && taskSupport === 'required'
    ? resultOfTask(connection, result.task, onProgress)
    : result;
}

type CallTool = { inputSchema: { type: 'object' } & Record<string, unknown> };

function isAboutResult(sdk: Sdk, error: unknown): boolean {
  if (!(error instanceof sdk.SdkError)) return false;
  const { InvalidResult, UnsupportedResultType } = sdk.SdkErrorCode;
  return error.code === InvalidResult || error.code === UnsupportedResultType;
}

function read(raw: Record<string, unknown>): Pick<McpAnswer, 'result' | 'asks'> {
  return { result: readResult(raw), asks: raw.resultType === 'input_required' ? questionsIn(raw.inputRequests) : [] };
}

function questionsIn(requests: unknown): string[] {
  const asked = isRecord(requests) ? Object.values(requests).slice(0, 10) : [];
  const told = asked.map((request) => {
    const params = isRecord(request) && isRecord(request.params) ? request.params : {};
    return typeof params.message === 'string'
      ? toldBriefly(params.message, 1000)
      : 'something that it does not put into words';
  });
  return told.length > 0 ? told : ['something that it does not put into words'];
}

/** Ends a session that nobody goes on with, as far as its server lets that be done. */
export async function endSession(http: GuardedClient, target: McpTarget, session: KeptSession): Promise<void> {
  const connection = await connect({ http, target, deadlines: LIST_DEADLINES, session }, newLife());
  await connection.close(true);
}
