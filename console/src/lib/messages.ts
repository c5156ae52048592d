import { w } from '../words/index.ts';
import { saySentence } from './sentences.ts';

type Param = string | number | readonly string[] | ServerMessage;
type Params = Readonly<Record<string, unknown>>;

/** A text of the server with the code that it is translated by. */
export interface ServerMessage {
  /** The English text. */
  readonly msg: string;
  readonly code?: string | null | undefined;
  readonly params?: Params | null | undefined;
}

/** A message of the server in the page's language; undefined where the catalogue does not have its code. */
export function sayMessage({ msg, code, params }: ServerMessage): string | undefined {
  return sayText(code ? w.problems[code] : undefined, params) ?? saySentence(msg);
}

/** The same, or the server's English. */
export function messageText(message: ServerMessage): string {
  return sayMessage(message) ?? message.msg;
}

/** What the page's language says of a reason that the API gives, with the details of the error; undefined of an unknown one. */
export function sayReason(reason: string | undefined, details?: Params | null): string | undefined {
  const { reasons } = w as { readonly reasons: Readonly<Record<string, Text | undefined>> };
  return reason === undefined ? undefined : sayText(reasons[reason], details);
}

type Text = string | ((params: Readonly<Record<string, string | number>>) => string);

/** A text with its values; undefined where one is missing, as an older server may not send it. */
function sayText(text: Text | undefined, params: Params | null | undefined): string | undefined {
  if (typeof text !== 'function') return text;
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, sayParam(value as Param)] as const);
  try {
    return text(Object.fromEntries(values));
  } catch {
    return undefined;
  }
}

function sayParam(param: Param): string | number {
  if (Array.isArray(param)) return param.join(', ');
  return typeof param === 'object' && param !== null ? messageText(param as ServerMessage) : (param as string | number);
}
