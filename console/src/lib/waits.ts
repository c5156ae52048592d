import { w } from '../words/index.ts';
import type { Schemas } from './api.ts';

type WaitingFor = Schemas['WaitingFor'];

/** Why something does not move, in the page's language. */
export const formatWait = ({ kind }: Pick<WaitingFor, 'kind'>): string => w.runs.waits[kind];

/** Kinds of waits of which the server's words tell what others said: a provider's error, which connection, which tool. */
const KINDS_WITH_DETAIL: readonly WaitingFor['kind'][] = ['retry', 'provider', 'held', 'reconnect', 'tool_change'];

/** What the server says besides, in English, where the sentence of the page's language leaves that open. */
export function findWaitDetail({ kind, detail }: Pick<WaitingFor, 'kind' | 'detail'>): string | undefined {
  return KINDS_WITH_DETAIL.includes(kind) ? detail : undefined;
}
