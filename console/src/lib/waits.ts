import { w } from '../words/index.ts';
import type { Schemas } from './api.ts';
import { getMessageText } from './messages.ts';

type WaitingFor = Schemas['WaitingFor'];

/** Returns why a run waits, in the page's language. */
export const formatWait = ({ kind }: Pick<WaitingFor, 'kind'>): string => w.runs.waits[kind];

/** Kinds of waits whose detail adds facts: a provider's error, a connection, a tool. */
const KINDS_WITH_DETAIL: readonly WaitingFor['kind'][] = ['retry', 'provider', 'held', 'reconnect', 'tool_change'];

/** Returns the detail of a wait in the page's language. */
export const formatWaitDetail = ({ detail, detail_code, detail_params }: WaitingFor): string =>
  getMessageText({ msg: detail, code: detail_code, params: detail_params });

/** Returns whether the detail of a wait adds facts to its kind. */
export const hasWaitFacts = ({ kind }: Pick<WaitingFor, 'kind'>): boolean => KINDS_WITH_DETAIL.includes(kind);
