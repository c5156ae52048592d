import { APICallError } from '@ai-sdk/provider';
import Type from 'typebox';
import { parseJson } from '../../json.ts';
import type { RerankerEntry } from '../catalogue.ts';
import { creditsFor } from '../credits.ts';
import { ModelCallError } from '../errors.ts';
import { createFailures, keyNow } from '../failures.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { beginningIn, tokensOf } from '../usage.ts';

/** Texts that are to be put into the order in which they answer a query. */
export interface RerankRequest {
  readonly model: RerankerEntry;
  readonly query: string;
  /** At least one. Each that is longer than the model reads is cut at its end. */
  readonly texts: readonly string[];
}

/** How well texts answer a query, and what it cost to know. */
export interface Reranked {
  /** One a text, in their order: the higher the better, on the model's own scale. */
  readonly scores: readonly number[];
  readonly inputTokens: number;
  /** Whether the tokens were guessed because the provider does not count them. */
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
}

/** Asks models that read a query and a text together. Throws only ModelCallError. */
export interface RerankingGateway {
  rerank(request: RerankRequest, call: { readonly signal: AbortSignal }): Promise<Reranked>;
}

/** Bytes of an answer: a number for each of some fifty texts takes a few kilobytes. */
const LARGEST_ANSWER = 1024 * 1024;

const Row = Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() });
/** What Cohere, Jina and the servers that follow them answer; Voyage calls the list `data`. */
const Answer = Type.Object({
  results: Type.Optional(Type.Array(Row)),
  data: Type.Optional(Type.Array(Row)),
  usage: Type.Optional(Type.Object({ total_tokens: Type.Optional(Type.Integer({ minimum: 0 })) })),
});

/** The one way to ask a reranker. `env` holds the keys, `silenceMs` is the longest a provider may send no byte. */
export function createRerankingGateway(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly silenceMs: number;
}): RerankingGateway {
  const fetch = createTransport(options);
  const failuresOf = createFailures(options.env);
  return {
    async rerank(request, { signal }) {
      const failureOf = failuresOf(request.model);
      try {
        return await ask(request, keyNow(request.model, options.env), fetch, signal);
      } catch (error) {
        throw failureOf(error, signal.aborted);
      }
    },
  };
}

async function ask(
  { model, query, texts }: RerankRequest,
  key: string | undefined,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Reranked> {
  const documents = texts.map((text) => beginningIn(text, model.max_input_tokens));
  const url = `${model.baseUrl}/rerank`;
  const body = { model: model.providerModel, query, documents, top_n: documents.length };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal,
  });
  const text = await textOf(response);
  if (!response.ok)
    throw new APICallError({
      message: `the reranker answered ${response.status}`,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: text,
    });
  const answer = await parsed(text, model);
  const counted = answer.usage?.total_tokens;
  const inputTokens = counted ?? documents.reduce((sum, one) => sum + tokensOf(one) + tokensOf(query), 0);
  const credits = creditsFor({ input_price: model.input_price, output_price: '0' }, { inputTokens, outputTokens: 0 });
  return {
    scores: scoresOf(answer.results ?? answer.data ?? [], texts.length, model),
    inputTokens,
    estimated: counted === undefined,
    credits,
  };
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new ModelCallError('invalid_answer', 'The reranker answers without end.');
  }
  return text + decoder.decode();
}

async function parsed(text: string, { name }: RerankerEntry): Promise<Type.Static<typeof Answer>> {
  const { Parse } = await import('typebox/value');
  try {
    return Parse(Answer, parseJson(text));
  } catch {
    throw new ModelCallError('invalid_answer', `The answer of ${name} is not what its API promises.`);
  }
}

/** A score for each text. Throws ModelCallError where one has none, or two. */
function scoresOf(rows: readonly Type.Static<typeof Row>[], count: number, { name }: RerankerEntry): number[] {
  const scores = new Map(rows.map(({ index, relevance_score }) => [index, relevance_score]));
  const all = Array.from({ length: count }, (_, index) => scores.get(index));
  if (rows.length !== count || !all.every((score) => score !== undefined && Number.isFinite(score)))
    throw new ModelCallError('invalid_answer', `${name} did not rank each text once.`);
  return all as number[];
}
