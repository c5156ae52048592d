import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { parseJson } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import type { Json, ModelSource } from './request.ts';
import { IGNORED_FIELD } from './stream-rewriting.ts';
import type { Fetch } from './transport.ts';

/** What servers compatible with OpenAI say beside what its adapter reads, under this name of an answer's metadata. */
const EXTRA_DATA_KEY = 'beside';
/** Where the adapter looks for fields of a message that are sent as they are. */
const PASSTHROUGH_KEY = 'openaiCompatible';

type Fields = Readonly<Record<string, unknown>>;

/** What was gathered beside an answer. */
export interface ExtraData {
  readonly sources: readonly ModelSource[];
  /** OpenRouter's thoughts, some of them signed, which it wants to see again. */
  readonly thoughts: readonly Json[];
  /** Kinds of what came after the end of the answer and was ignored. */
  readonly ignored: readonly string[];
}

/** Gathers what a stream says beside its answer. */
export function createExtraDataExtractor() {
  return {
    extractMetadata: async () => undefined,
    createStreamExtractor() {
      const sources: ModelSource[] = [];
      const thoughts: Record<string, Json | undefined>[] = [];
      const ignored = new Set<string>();
      return {
        processChunk(chunk: unknown) {
          if (!isRecord(chunk)) return;
          if (isString(chunk[IGNORED_FIELD])) ignored.add(chunk[IGNORED_FIELD]);
          const { delta } = toRecord(toArray(chunk.choices)[0]);
          sources.push(...readSources(chunk), ...toArray(toRecord(delta).annotations).flatMap(readAnnotation));
          for (const detail of toArray(toRecord(delta).reasoning_details))
            if (isRecord(detail)) mergeReasoningDetail(thoughts, detail);
        },
        buildMetadata(): SharedV4ProviderMetadata | undefined {
          if (sources.length + thoughts.length + ignored.size === 0) return undefined;
          const fields = { sources: sources as unknown as Json[], thoughts, ignored: [...ignored] };
          return { [EXTRA_DATA_KEY]: fields } as SharedV4ProviderMetadata;
        },
      };
    },
  };
}

/** What was gathered, of an answer's metadata. */
export function getExtraData(metadata: SharedV4ProviderMetadata | undefined): ExtraData {
  const { sources = [], thoughts = [], ignored = [] } = (metadata?.[EXTRA_DATA_KEY] ?? {}) as Partial<ExtraData>;
  return { sources, thoughts, ignored };
}

/** Options of a message that send thoughts back to the server that wrote them. */
export function toReasoningOptions(thoughts: readonly Json[], server = ''): SharedV4ProviderMetadata | undefined {
  if (thoughts.length === 0) return undefined;
  return { [PASSTHROUGH_KEY]: { reasoning_details: [...thoughts] }, [EXTRA_DATA_KEY]: { server } };
}

/** The options of a message as a server may see them: what is another's is nothing to it. */
export function filterMessageOptions(
  options: SharedV4ProviderMetadata | undefined,
  server = '',
): SharedV4ProviderMetadata | undefined {
  const owner = options?.[EXTRA_DATA_KEY]?.server;
  return owner === undefined || owner === server ? options : undefined;
}

/** Addresses that Perplexity and those after it name, with titles where they do. */
function readSources({ citations, search_results: results }: Fields): ModelSource[] {
  const titled = toArray(results).flatMap((result) => (isRecord(result) ? toSource(result) : []));
  return titled.length > 0 ? titled : toArray(citations).flatMap((url) => toSource({ url }));
}

function readAnnotation(annotation: unknown): ModelSource[] {
  return isRecord(annotation) && isRecord(annotation.url_citation) ? toSource(annotation.url_citation) : [];
}

function toSource({ url, title }: Fields): ModelSource[] {
  return typeof url === 'string' ? [{ url, title: typeof title === 'string' ? title : null }] : [];
}

/** Pieces of one thought follow each other: their texts belong together, of all else the last word counts. */
function mergeReasoningDetail(details: Record<string, Json | undefined>[], chunk: Fields): void {
  const last = details.at(-1);
  const fields = Object.entries(chunk).filter(([, value]) => value !== null && value !== undefined) as [string, Json][];
  if (!last || last.type !== chunk.type || last.index !== chunk.index || isString(chunk.data)) {
    details.push(Object.fromEntries(fields));
    return;
  }
  for (const [name, value] of fields) {
    const current = last[name];
    const isText = (name === 'text' || name === 'summary') && isString(current) && isString(value);
    last[name] = isText ? current + value : value;
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** What a server counted; a number that it left out is undefined. DeepSeek tells apart what came from its cache in its own words. */
export function toUsage(usage: Fields | null | undefined): LanguageModelV4Usage {
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = usage ?? {};
  const input = toRecord(prompt_tokens_details);
  const total = toNumber(prompt_tokens);
  const completionTokens = toNumber(completion_tokens);
  const reasoning = toNumber(toRecord(completion_tokens_details).reasoning_tokens);
  return {
    inputTokens: {
      total,
      noCache: undefined,
      cacheRead: toNumber(input.cached_tokens) ?? toNumber(usage?.prompt_cache_hit_tokens),
      cacheWrite: toNumber(input.cache_write_tokens),
    },
    outputTokens: { total: completionTokens, text: undefined, reasoning },
  };
}

/** Some servers answer with the whole although they are asked for a stream: that becomes a stream of one piece. */
export function ensureStreamed(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isComplete = response.ok && /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
    if (!isComplete) return response;
    const text = (await response.text()).trim();
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(text === '' ? null : `data: ${toChunk(text)}\n\n`, { status: response.status, headers });
  };
}

function toChunk(text: string): string {
  try {
    const completion: unknown = parseJson(text);
    if (!isRecord(completion) || !Array.isArray(completion.choices)) return JSON.stringify(completion);
    const choices = completion.choices.map((choice: unknown) => {
      const { message, ...rest } = toRecord(choice);
      const { tool_calls, ...fields } = toRecord(message);
      const calls = Array.isArray(tool_calls)
        ? tool_calls.map((call, index) => ({ index, ...toRecord(call) }))
        : undefined;
      return { ...rest, delta: { ...fields, tool_calls: calls } };
    });
    return JSON.stringify({ ...completion, choices });
  } catch {
    // It is told as what it is: not readable.
    return text.replaceAll(/\s+/g, ' ');
  }
}

function toRecord(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
