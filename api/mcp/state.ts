import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import { getActor } from '../plugins/audit.ts';
import type { McpSession } from './session.ts';

/** State of a call that continues after the client has opened a page: the ID of its run. */
interface CallState {
  readonly run_id: string;
}

export type StateCodec = RequestStateCodec<CallState>;

/** Seconds for which a client can continue a call. */
const STATE_TTL_SECONDS = 86_400;

/** Creates the codec of a request. Only the same subject can continue a call, in the same project. */
export function createStateCodec({ ctx, caller, request }: McpSession): StateCodec {
  const [key] = ctx.ring?.deriveKeys('mcp-request-state') ?? [];
  if (key === undefined) throw new Error('the key ring was not opened');
  const { type } = getActor(request);
  const bind = () => [type, caller.subject.type, caller.subject.id, caller.projectId].join(' ');
  return createRequestStateCodec<CallState>({ key, ttlSeconds: STATE_TTL_SECONDS, bind });
}
