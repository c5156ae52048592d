import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry, ModelProvider } from './catalogue.ts';
import { optionsFor } from './compatible.ts';
import { ModelCallError } from './errors.ts';
import type { CallOptions } from './request.ts';

type Prompt = CallOptions['prompt'];
type Sent<Role> = Extract<Prompt[number], { role: Role }>;
type Given<Role> = Exclude<Extract<ModelMessage, { role: Role }>['content'], string>[number];
type FileGiven = Extract<Given<'user'>, { type: 'file' }>;
type FileSent = Extract<Sent<'user'>['content'][number], { type: 'file' }>;
type ResultGiven = Extract<Given<'tool'>, { type: 'tool-result' }>;
type ResultSent = Extract<Sent<'tool'>['content'][number], { type: 'tool-result' }>;

/**
 * The messages in the form that models take. Nothing is downloaded: an address in a message is passed on, and the
 * provider fetches it or refuses. Throws ModelCallError (rejected) for parts that no provider takes.
 */
export function toPrompt(
  system: string | undefined,
  messages: readonly ModelMessage[],
  { provider, baseUrl }: Pick<ModelEntry, 'provider' | 'baseUrl'>,
): Prompt {
  const prompt: Prompt = system === undefined || system === '' ? [] : [{ role: 'system', content: system }];
  for (const message of messages) {
    const last = prompt.at(-1);
    const sent = toSent({ ...message, providerOptions: optionsFor(message.providerOptions, baseUrl) }, provider);
    if (sent.role === 'tool' && last?.role === 'tool' && isDeepStrictEqual(sent.providerOptions, last.providerOptions))
      last.content.push(...sent.content);
    else if (sent.content.length > 0) prompt.push(sent);
  }
  return prompt;
}

function toSent(message: ModelMessage, provider: ModelProvider): Prompt[number] {
  const { providerOptions } = message;
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content, providerOptions };
    case 'user':
      return { role: 'user', content: textOr(message.content, userPart), providerOptions };
    case 'assistant':
      return {
        role: 'assistant',
        content: textOr(message.content, (part) => assistantPart(part, provider)),
        providerOptions,
      };
    case 'tool':
      return { role: 'tool', content: message.content.flatMap((part) => toolPart(part, provider)), providerOptions };
  }
}

/** The parts of a message; empty texts are left out, since some providers refuse them, but for those that a provider signed. */
function textOr<Part extends { type: string }, SentPart>(
  content: string | readonly Part[],
  convert: (part: Part) => SentPart[],
): (SentPart | { type: 'text'; text: string })[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const isVoid = (part: Part) =>
    part.type === 'text' && 'text' in part && part.text === '' && !('providerOptions' in part && part.providerOptions);
  return content.filter((part) => !isVoid(part)).flatMap(convert);
}

function userPart(part: Given<'user'>): Sent<'user'>['content'] {
  switch (part.type) {
    case 'text':
      return [part];
    case 'image':
      return [
        toFile({
          type: 'file',
          data: part.image,
          mediaType: part.mediaType ?? 'image',
          providerOptions: part.providerOptions,
        }),
      ];
    case 'file':
      return [toFile(part)];
  }
}

function assistantPart(part: Given<'assistant'>, provider: ModelProvider): Sent<'assistant'>['content'] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call':
      return [part];
    // What a provider made beside the text is nothing to another one, which refuses it.
    case 'custom':
      return part.kind.startsWith(`${provider}.`) ? [part] : [];
    case 'file':
      return provider === 'google' ? [toFile(part)] : [];
    case 'reasoning-file': {
      const { data } = fileData(part.data);
      return provider === 'google' && (data.type === 'data' || data.type === 'url') ? [{ ...part, data }] : [];
    }
    case 'tool-result':
      return [toResult(part, provider)];
    default:
      throw unsupported(part.type);
  }
}

function toolPart(part: Given<'tool'>, provider: ModelProvider): Sent<'tool'>['content'] {
  if (part.type !== 'tool-result') throw unsupported(part.type);
  return [toResult(part, provider)];
}

/** Providers that tell failed calls apart; to others the text says it. */
const MARKS_FAILURES: readonly ModelProvider[] = ['anthropic', 'google', 'demo'];

function toResult(part: ResultGiven, provider: ModelProvider): ResultSent {
  if (part.output.type === 'error-text' && !MARKS_FAILURES.includes(provider))
    return { ...part, output: { ...part.output, type: 'text' } };
  if (part.output.type !== 'content') return { ...part, output: part.output };
  const value = part.output.value.map((item) => {
    if (item.type === 'text' || item.type === 'custom') return item;
    if (item.type === 'file') return { ...item, ...toFile(item) };
    throw unsupported(item.type);
  });
  return { ...part, output: { type: 'content', value } };
}

function toFile(part: FileGiven): FileSent {
  const { data, mediaType } = fileData(part.data);
  return {
    type: 'file',
    data,
    mediaType: mediaType ?? part.mediaType,
    filename: part.filename,
    providerOptions: part.providerOptions,
  };
}

function fileData(data: FileGiven['data']): { data: FileSent['data']; mediaType?: string } {
  if (typeof data === 'string')
    return URL.canParse(data) ? fromAddress(new URL(data)) : { data: { type: 'data', data } };
  if (data instanceof URL) return fromAddress(data);
  if (data instanceof Uint8Array) return { data: { type: 'data', data } };
  if (data instanceof ArrayBuffer) return { data: { type: 'data', data: new Uint8Array(data) } };
  switch (data.type) {
    case 'data':
      return fileData(data.data);
    case 'url':
      return fromAddress(data.url);
    case 'text':
      return { data: { type: 'text', text: data.text } };
    case 'reference':
      return { data: { type: 'reference', reference: data.reference } };
    default:
      return { data: { type: 'reference', reference: data } };
  }
}

function fromAddress(url: URL): { data: FileSent['data']; mediaType?: string } {
  const inline = /^data:([^;,]+)[^,]*;base64,(.*)$/s.exec(url.href);
  if (!inline?.[2]) return { data: { type: 'url', url } };
  return { data: { type: 'data', data: inline[2] }, mediaType: inline[1] };
}

function unsupported(kind: string): ModelCallError {
  return new ModelCallError('rejected', `A message part of the kind ${kind} cannot be sent to a model.`);
}
