import { w } from '../words/index.ts';
import type { Schemas } from './api.ts';

type WaitingFor = Schemas['WaitingFor'];

/** Returns why a run waits, in the page's language. */
export const formatWait = ({ kind }: Pick<WaitingFor, 'kind'>): string => w.runs.waits[kind];

/** Kinds of waits whose server text adds facts: a provider's error, a connection, a tool. */
const KINDS_WITH_DETAIL: readonly WaitingFor['kind'][] = ['retry', 'provider', 'held', 'reconnect', 'tool_change'];

/** Returns the server's English text if the translated one omits its facts. */
export function findWaitDetail({ kind, detail }: Pick<WaitingFor, 'kind' | 'detail'>): string | undefined {
  return KINDS_WITH_DETAIL.includes(kind) ? detail : undefined;
}
