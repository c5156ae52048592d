import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ModelEntry } from './catalog.ts';
import { ModelCallError } from './errors.ts';
import { filterMessageOptions } from './extra-data.ts';
import { getProvider, type ProviderName } from './providers/index.ts';
import type { CallOptions } from './request.ts';

type Prompt = CallOptions['prompt'];
type PromptMessage<Role> = Extract<Prompt[number], { role: Role }>;
type MessagePart<Role> = Exclude<Extract<ModelMessage, { role: Role }>['content'], string>[number];
type MessageFile = Extract<MessagePart<'user'>, { type: 'file' }>;
type PromptFile = Extract<PromptMessage<'user'>['content'][number], { type: 'file' }>;
type MessageResult = Extract<MessagePart<'tool'>, { type: 'tool-result' }>;
type PromptResult = Extract<PromptMessage<'tool'>['content'][number], { type: 'tool-result' }>;

/**
 * Converts messages to the prompt of the adapters. Nothing is downloaded: the provider fetches or rejects URLs. Throws
 * ModelCallError (rejected) for parts that no provider accepts.
 */
export function toPrompt(
  system: string | undefined,
  messages: readonly ModelMessage[],
  { provider, baseUrl }: Pick<ModelEntry, 'provider' | 'baseUrl'>,
): Prompt {
  const prompt: Prompt = system === undefined || system === '' ? [] : [{ role: 'system', content: system }];
  for (const message of messages) {
    const last = prompt.at(-1);
    const converted = toPromptMessage(
      { ...message, providerOptions: filterMessageOptions(message.providerOptions, baseUrl) },
      provider,
    );
    if (
      converted.role === 'tool' &&
      last?.role === 'tool' &&
      isDeepStrictEqual(converted.providerOptions, last.providerOptions)
    )
      last.content.push(...converted.content);
    else if (converted.content.length > 0) prompt.push(converted);
  }
  return prompt;
}

function toPromptMessage(message: ModelMessage, provider: ProviderName): Prompt[number] {
  const { providerOptions } = message;
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content, providerOptions };
    case 'user':
      return { role: 'user', content: convertParts(message.content, toUserParts), providerOptions };
    case 'assistant':
      return {
        role: 'assistant',
        content: convertParts(message.content, (part) => toAssistantParts(part, provider)),
        providerOptions,
      };
    case 'tool':
      return { role: 'tool', content: message.content.flatMap((part) => toToolParts(part, provider)), providerOptions };
  }
}

/** Converts the parts of a message. Drops empty texts, which some providers reject, unless the provider signed them. */
function convertParts<Part extends { type: string }, SentPart>(
  content: string | readonly Part[],
  convert: (part: Part) => SentPart[],
): (SentPart | { type: 'text'; text: string })[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const isEmpty = (part: Part) =>
    part.type === 'text' && 'text' in part && part.text === '' && !('providerOptions' in part && part.providerOptions);
  return content.filter((part) => !isEmpty(part)).flatMap(convert);
}

function toUserParts(part: MessagePart<'user'>): PromptMessage<'user'>['content'] {
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

function toAssistantParts(
  part: MessagePart<'assistant'>,
  provider: ProviderName,
): PromptMessage<'assistant'>['content'] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'tool-call':
      return [part];
    // Another provider rejects custom parts of this one.
    case 'custom':
      return part.kind.startsWith(`${provider}.`) ? [part] : [];
    case 'file':
      return getProvider(provider).acceptsCreatedFiles ? [toFile(part)] : [];
    case 'reasoning-file': {
      const { data } = toFileData(part.data);
      return getProvider(provider).acceptsCreatedFiles && (data.type === 'data' || data.type === 'url')
        ? [{ ...part, data }]
        : [];
    }
    case 'tool-result':
      return [toResult(part, provider)];
    default:
      throw toUnsupportedError(part.type);
  }
}

function toToolParts(part: MessagePart<'tool'>, provider: ProviderName): PromptMessage<'tool'>['content'] {
  if (part.type !== 'tool-result') throw toUnsupportedError(part.type);
  return [toResult(part, provider)];
}

function toResult(part: MessageResult, provider: ProviderName): PromptResult {
  if (part.output.type === 'error-text' && !getProvider(provider).hasToolErrorFlag)
    return { ...part, output: { ...part.output, type: 'text' } };
  if (part.output.type !== 'content') return { ...part, output: part.output };
  const value = part.output.value.map((item) => {
    if (item.type === 'text' || item.type === 'custom') return item;
    if (item.type === 'file') return { ...item, ...toFile(item) };
    throw toUnsupportedError(item.type);
  });
  return { ...part, output: { type: 'content', value } };
}

function toFile(part: MessageFile): PromptFile {
  const { data, mediaType } = toFileData(part.data);
  return {
    type: 'file',
    data,
    mediaType: mediaType ?? part.mediaType,
    filename: part.filename,
    providerOptions: part.providerOptions,
  };
}

function toFileData(data: MessageFile['data']): { data: PromptFile['data']; mediaType?: string } {
  if (typeof data === 'string') return URL.canParse(data) ? fromUrl(new URL(data)) : { data: { type: 'data', data } };
  if (data instanceof URL) return fromUrl(data);
  if (data instanceof Uint8Array) return { data: { type: 'data', data } };
  if (data instanceof ArrayBuffer) return { data: { type: 'data', data: new Uint8Array(data) } };
  switch (data.type) {
    case 'data':
      return toFileData(data.data);
    case 'url':
      return fromUrl(data.url);
    case 'text':
      return { data: { type: 'text', text: data.text } };
    case 'reference':
      return { data: { type: 'reference', reference: data.reference } };
    default:
      return { data: { type: 'reference', reference: data } };
  }
}

function fromUrl(url: URL): { data: PromptFile['data']; mediaType?: string } {
  const inline = /^data:([^;,]+)[^,]*;base64,(.*)$/s.exec(url.href);
  if (!inline?.[2]) return { data: { type: 'url', url } };
  return { data: { type: 'data', data: inline[2] }, mediaType: inline[1] };
}

function toUnsupportedError(kind: string): ModelCallError {
  return new ModelCallError('rejected', `A message part of the kind ${kind} cannot be sent to a model.`);
}
