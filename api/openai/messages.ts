import { isBase64 } from '../../src/platform/base64.ts';
import { formatConversation } from '../../src/platform/conversation-text.ts';
import { sha256, toCanonicalJson } from '../../src/platform/digest.ts';
import { parseJson } from '../../src/platform/json.ts';
import type { ChatMessage } from './chat-schemas.ts';
import { OpenAiError, openAiErrors } from './errors.ts';

/** File in a message. */
export interface MessageFile {
  readonly name: string | undefined;
  /** Declared media type. */
  readonly mediaType: string | undefined;
  /** Base64. */
  readonly content: string;
}

/** Message of a conversation, the same for all forms of requests. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly files: readonly MessageFile[];
  /** Calls of client-side tools, by another model. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  /** Call that the message is the result of. */
  readonly callId?: string | undefined;
  /** Name of the author. */
  readonly name?: string | undefined;
}

/** Separates the texts of several turns of one answer. */
export const TURN_SEPARATOR = '\n\n';

/** Reads a data URL with Base64. Throws a 400 for other URLs, which are never fetched. */
export function readDataUrl(param: string, url: string): Pick<MessageFile, 'mediaType' | 'content'> {
  const comma = url.indexOf(',');
  const [mediaType, ...rest] = url.slice('data:'.length, comma).split(';');
  const content = url.slice(comma + 1);
  const isBase64Url = /^data:/i.test(url) && comma > 0 && rest.at(-1)?.toLowerCase() === 'base64';
  if (!isBase64Url || !isBase64(content))
    throw openAiErrors.invalid(param, `${param} must be a data URL with Base64; other URLs are not fetched`);
  return { mediaType: mediaType || undefined, content };
}

/** Converts the messages of a chat completion. Throws a 400. */
export function toMessages(messages: readonly ChatMessage[]): Message[] {
  const converted = messages.map((message, index) => toMessage(message, `messages[${index}]`));
  assertCallsMatch(converted, 'messages');
  return mergeAnswers(converted);
}

function toMessage(message: ChatMessage, param: string): Message {
  const { role, content, refusal, name, tool_calls: calls = [], tool_call_id: callId } = message;
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  if (parts.length === 0 && calls.length === 0 && refusal == null)
    throw openAiErrors.invalid(`${param}.content`, `${param}.content must have a text`);
  if (calls.length > 0 && role !== 'assistant')
    throw openAiErrors.invalid(`${param}.tool_calls`, `${param}.tool_calls is for messages of the assistant`);
  if ((callId !== undefined) !== (role === 'tool'))
    throw openAiErrors.invalid(
      `${param}.tool_call_id`,
      `${param}.tool_call_id is for messages of tools, which need it`,
    );
  const texts: string[] = [];
  const files: MessageFile[] = [];
  for (const [index, part] of parts.entries()) {
    const at = `${param}.content[${index}]`;
    if (part.role !== undefined && part.role !== role)
      throw openAiErrors.invalid(`${at}.role`, `${at}.role must be the role of the message`);
    if (part.type === 'text' || part.type === 'refusal') texts.push(getPartText(part, at));
    else if (role !== 'user') throw openAiErrors.invalid(at, `${at}: only messages of the user have files`);
    else files.push(toFile(part, at));
  }
  return {
    role: role === 'developer' ? 'system' : role,
    text: [...texts, ...(refusal == null ? [] : [refusal])].join('\n'),
    files,
    calls: calls.map((call) => ({ id: call.id, ...call.function })),
    ...(callId !== undefined && { callId }),
    ...(name !== undefined && { name }),
  };
}

type Part = Exclude<NonNullable<ChatMessage['content']>, string>[number];

function getPartText({ type, text, refusal }: Part, at: string): string {
  const value = type === 'text' ? text : refusal;
  if (value == null) throw openAiErrors.invalid(`${at}.${type}`, `${at}.${type} is required`);
  return value;
}

function toFile({ type, image_url: image, file }: Part, at: string): MessageFile {
  if (type === 'image_url') {
    if (image === undefined) throw openAiErrors.invalid(`${at}.image_url`, `${at}.image_url is required`);
    return { name: undefined, ...readDataUrl(`${at}.image_url.url`, image.url) };
  }
  if (file === undefined) throw openAiErrors.invalid(`${at}.file`, `${at}.file is required`);
  return { name: file.filename, ...readDataUrl(`${at}.file.file_data`, file.file_data) };
}

/** Throws a 400 unless the arguments of calls are JSON and each result belongs to an earlier call. */
export function assertCallsMatch(messages: readonly Message[], param: string): void {
  const known = new Set<string>();
  for (const [index, { calls, callId }] of messages.entries()) {
    for (const { id, arguments: text } of calls) {
      if (!isJson(text))
        throw openAiErrors.invalid(
          `${param}[${index}].tool_calls`,
          `${param}[${index}]: the arguments of call ${id} must be JSON`,
        );
      known.add(id);
    }
    if (callId !== undefined && !known.has(callId))
      throw openAiErrors.invalid(
        `${param}[${index}].tool_call_id`,
        `${param}[${index}].tool_call_id must be the ID of an earlier call`,
      );
  }
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** Joins adjacent texts of the assistant: an answer with several turns is one message. */
export function mergeAnswers(messages: readonly Message[]): Message[] {
  const merged: Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    const joins = message.role === 'assistant' && last?.role === 'assistant' && last.calls.length === 0;
    if (joins) merged[merged.length - 1] = { ...message, text: last.text + TURN_SEPARATOR + message.text };
    else merged.push(message);
  }
  return merged;
}

/** Returns the SHA-256 of a conversation. Conversations of different end users differ. */
export function digestConversation(messages: readonly Message[], scope: Readonly<Record<string, unknown>>): Buffer {
  const content = messages.map(({ files, ...message }) => ({
    ...message,
    files: files.map((file) => [file.name, sha256(file.content).toString('hex')]),
  }));
  return sha256(toCanonicalJson({ ...scope, content }));
}

/** Maximum length of the text for one run in characters. */
const MAX_PROMPT_LENGTH = 1_000_000;

/**
 * Returns a conversation as one text: a single message as it is, or else the earlier messages as JSON lines before the
 * new one. Throws a 400 if it is too long.
 */
export function toPrompt(messages: readonly Message[], param: string): string {
  const text = formatPrompt(messages);
  if (text.length > MAX_PROMPT_LENGTH)
    throw new OpenAiError(
      400,
      'context_length_exceeded',
      `The conversation has ${text.length} characters; the limit is ${MAX_PROMPT_LENGTH}.`,
      { param },
    );
  return text;
}

function formatPrompt(messages: readonly Message[]): string {
  const last = messages.at(-1);
  if (last === undefined) return '';
  const earlier = messages.slice(0, -1).map(({ role, text, calls, callId, name }) => ({
    role,
    name,
    content: text,
    ...(calls.length > 0 && { tool_calls: calls }),
    tool_call_id: callId,
  }));
  return formatConversation(earlier, last.text);
}
