import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { parseJson } from '../../../json.ts';
import { isRecord } from '../../../json-schema.ts';
import { EXTRA_DATA_KEY, type ExtraData } from '../../extra-data.ts';
import type { Json, ModelSource } from '../../request.ts';
import type { Fetch } from '../../transport.ts';
import { IGNORED_FIELD } from './chunk-rewriting.ts';

/** Provider options that the adapter sends unchanged. */
const PASSTHROUGH_KEY = 'openaiCompatible';

type Fields = Readonly<Record<string, unknown>>;

/** Collects the data of a stream that the adapter does not read. */
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

/** Returns the options of a message that send reasoning details back to their server. */
export function toMessageOptions({ thoughts }: ExtraData, server = ''): SharedV4ProviderMetadata | undefined {
  if (thoughts.length === 0) return undefined;
  return { [PASSTHROUGH_KEY]: { reasoning_details: [...thoughts] }, [EXTRA_DATA_KEY]: { server } };
}

/** Returns the URLs, with titles if any, in the format of Perplexity and compatible servers. */
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

/** Merges a chunk of a reasoning detail: texts are joined, other fields are replaced. */
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

/**
 * Converts the usage of a server. Missing numbers are undefined. DeepSeek reports cached tokens in a field of its own.
 */
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

/** Converts a complete JSON response to a stream with one chunk, since some servers ignore `stream`. */
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
    // Unreadable text is reported as such.
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
