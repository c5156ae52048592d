import { areAllWordsLoaded, w } from '../words/index.ts';

type Param = string | number | ServerMessage | readonly (string | ServerMessage)[];
type Params = Readonly<Record<string, unknown>>;

/** A server message with the code that selects its translation. */
export interface ServerMessage {
  /** The English text. */
  readonly msg: string;
  readonly code?: string | null | undefined;
  readonly params?: Params | null | undefined;
}

/** Returns a server message in the user's language; undefined if it has no code that the catalog contains. */
export function findMessageText({ code, params }: Omit<ServerMessage, 'msg'>): string | undefined {
  return renderText(code && areAllWordsLoaded() ? w.problems[code] : undefined, params);
}

/** Returns a server message in the user's language, else in its own words. */
export function getMessageText(message: ServerMessage): string {
  return findMessageText(message) ?? message.msg;
}

/** Returns the text of an error reason, filled with the error's details; undefined for an unknown reason. */
export function findReasonText(reason: string | undefined, details?: Params | null): string | undefined {
  const { reasons } = w as { readonly reasons: Readonly<Record<string, Text | undefined>> };
  if (reason === undefined) return undefined;
  const common = reason.endsWith('_ALREADY_EXISTS') ? w.failure.nameTaken : undefined;
  return renderText(reasons[reason] ?? common, details);
}

type Text = string | ((params: Readonly<Record<string, string | number>>) => string);

/** Fills a text with its values. Returns undefined if one is missing, because an older server may not send it. */
function renderText(text: Text | undefined, params: Params | null | undefined): string | undefined {
  if (typeof text !== 'function') return text;
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, renderParam(value as Param)] as const);
  try {
    return text(Object.fromEntries(values));
  } catch {
    return undefined;
  }
}

function renderParam(param: Param): string | number {
  if (typeof param !== 'object') return param;
  if ('msg' in param) return getMessageText(param);
  const texts = param.map((part) => (typeof part === 'string' ? part : getMessageText(part)));
  return texts.join(param.every((part) => typeof part === 'string') ? ', ' : '; ');
}
