import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { parseJson } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import { IGNORED } from './after-finish.ts';
import type { Json, ModelSource } from './request.ts';
import type { Fetch } from './transport.ts';

/** What servers compatible with OpenAI say beside what its adapter reads, under this name of an answer's metadata. */
const BESIDE = 'beside';
/** Where the adapter looks for fields of a message that are sent as they are. */
const SENT_AS_IT_IS = 'openaiCompatible';

type Fields = Readonly<Record<string, unknown>>;

/** What was gathered beside an answer. */
export interface Beside {
  readonly sources: readonly ModelSource[];
  /** OpenRouter's thoughts, some of them signed, which it wants to see again. */
  readonly thoughts: readonly Json[];
  /** Kinds of what came after the end of the answer and was ignored. */
  readonly ignored: readonly string[];
}

/** Gathers what a stream says beside its answer. */
export function gatherBeside() {
  return {
    extractMetadata: async () => undefined,
    createStreamExtractor() {
      const sources: ModelSource[] = [];
      const thoughts: Record<string, Json | undefined>[] = [];
      const ignored = new Set<string>();
      return {
        processChunk(chunk: unknown) {
          if (!isRecord(chunk)) return;
          if (isString(chunk[IGNORED])) ignored.add(chunk[IGNORED]);
          const { delta } = recordOf(listOf(chunk.choices)[0]);
          sources.push(...sourcesIn(chunk), ...listOf(recordOf(delta).annotations).flatMap(annotated));
          for (const detail of listOf(recordOf(delta).reasoning_details))
            if (isRecord(detail)) addThought(thoughts, detail);
        },
        buildMetadata(): SharedV4ProviderMetadata | undefined {
          if (sources.length + thoughts.length + ignored.size === 0) return undefined;
          const said = { sources: sources as unknown as Json[], thoughts, ignored: [...ignored] };
          return { [BESIDE]: said } as SharedV4ProviderMetadata;
        },
      };
    },
  };
}

/** What was gathered, of an answer's metadata. */
export function besideOf(metadata: SharedV4ProviderMetadata | undefined): Beside {
  const { sources = [], thoughts = [], ignored = [] } = (metadata?.[BESIDE] ?? {}) as Partial<Beside>;
  return { sources, thoughts, ignored };
}

/** Options of a message that send thoughts back to the server that wrote them. */
export function sendingThoughts(thoughts: readonly Json[], server = ''): SharedV4ProviderMetadata | undefined {
  if (thoughts.length === 0) return undefined;
  return { [SENT_AS_IT_IS]: { reasoning_details: [...thoughts] }, [BESIDE]: { server } };
}

/** The options of a message as a server may see them: what is another's is nothing to it. */
export function optionsFor(
  options: SharedV4ProviderMetadata | undefined,
  server = '',
): SharedV4ProviderMetadata | undefined {
  const whose = options?.[BESIDE]?.server;
  return whose === undefined || whose === server ? options : undefined;
}

/** Addresses that Perplexity and those after it name, with titles where they do. */
function sourcesIn({ citations, search_results: results }: Fields): ModelSource[] {
  const titled = listOf(results).flatMap((result) => (isRecord(result) ? sourceOf(result) : []));
  return titled.length > 0 ? titled : listOf(citations).flatMap((url) => sourceOf({ url }));
}

function annotated(annotation: unknown): ModelSource[] {
  return isRecord(annotation) && isRecord(annotation.url_citation) ? sourceOf(annotation.url_citation) : [];
}

function sourceOf({ url, title }: Fields): ModelSource[] {
  return typeof url === 'string' ? [{ url, title: typeof title === 'string' ? title : null }] : [];
}

/** Pieces of one thought follow each other: their texts belong together, of all else the last word counts. */
function addThought(all: Record<string, Json | undefined>[], piece: Fields): void {
  const last = all.at(-1);
  const said = Object.entries(piece).filter(([, value]) => value !== null && value !== undefined) as [string, Json][];
  if (!last || last.type !== piece.type || last.index !== piece.index || isString(piece.data)) {
    all.push(Object.fromEntries(said));
    return;
  }
  for (const [name, value] of said) {
    const before = last[name];
    const grows = (name === 'text' || name === 'summary') && isString(before) && isString(value);
    last[name] = grows ? before + value : value;
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** What a server counted; a number that it left out is undefined. DeepSeek tells apart what came from its cache in its own words. */
export function usageOf(usage: Fields | null | undefined): LanguageModelV4Usage {
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = usage ?? {};
  const input = recordOf(prompt_tokens_details);
  const total = numberOf(prompt_tokens);
  const written = numberOf(completion_tokens);
  const reasoning = numberOf(recordOf(completion_tokens_details).reasoning_tokens);
  return {
    inputTokens: {
      total,
      noCache: undefined,
      cacheRead: numberOf(input.cached_tokens) ?? numberOf(usage?.prompt_cache_hit_tokens),
      cacheWrite: numberOf(input.cache_write_tokens),
    },
    outputTokens: { total: written, text: undefined, reasoning },
  };
}

/** Some servers answer with the whole although they are asked for a stream: that becomes a stream of one piece. */
export function alwaysStreamed(fetch: Fetch): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    const isWhole = answer.ok && /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
    if (!isWhole) return answer;
    const text = (await answer.text()).trim();
    const headers = { 'content-type': 'text/event-stream' };
    return new Response(text === '' ? null : `data: ${asPiece(text)}\n\n`, { status: answer.status, headers });
  };
}

function asPiece(text: string): string {
  try {
    const whole: unknown = parseJson(text);
    if (!isRecord(whole) || !Array.isArray(whole.choices)) return JSON.stringify(whole);
    const choices = whole.choices.map((choice: unknown) => {
      const { message, ...rest } = recordOf(choice);
      const { tool_calls, ...said } = recordOf(message);
      const calls = Array.isArray(tool_calls)
        ? tool_calls.map((call, index) => ({ index, ...recordOf(call) }))
        : undefined;
      return { ...rest, delta: { ...said, tool_calls: calls } };
    });
    return JSON.stringify({ ...whole, choices });
  } catch {
    // It is told as what it is: not readable.
    return text.replaceAll(/\s+/g, ' ');
  }
}

function recordOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
