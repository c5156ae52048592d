import { APICallError } from '@ai-sdk/provider';
import Type from 'typebox';
import { parseJson } from '../../json.ts';
import type { RerankerEntry } from '../catalog.ts';
import { computeCredits } from '../credits.ts';
import { createErrorConverters, findApiKey } from '../error-converters.ts';
import { ModelCallError } from '../errors.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { estimateTokens, truncateToTokens } from '../usage.ts';

/** Texts to rank by relevance to a query. */
interface RerankRequest {
  readonly model: RerankerEntry;
  readonly query: string;
  /** At least one. Texts above the model's limit are truncated. */
  readonly texts: readonly string[];
}

/** Relevance scores and their cost. */
export interface RerankResult {
  /** One score per text, in order. Higher is better, on the model's own scale. */
  readonly scores: readonly number[];
  readonly inputTokens: number;
  /** Whether the token count is an estimate, because the provider does not report it. */
  readonly estimated: boolean;
  /** Exact decimal. */
  readonly credits: string;
}

/** Calls reranking models. Throws only ModelCallError. */
export interface RerankingGateway {
  rerank(request: RerankRequest, call: { readonly signal: AbortSignal }): Promise<RerankResult>;
}

/** Maximum response bytes: scores of some fifty texts take a few kilobytes. */
const MAX_RESPONSE_LENGTH = 1024 * 1024;

const Row = Type.Object({ index: Type.Integer({ minimum: 0 }), relevance_score: Type.Number() });
/** Response of Cohere (tokens in `meta`), Jina (in `usage`) and compatible servers; Voyage names the list `data`. */
const RerankResponse = Type.Object({
  results: Type.Optional(Type.Array(Row)),
  data: Type.Optional(Type.Array(Row)),
  usage: Type.Optional(Type.Object({ total_tokens: Type.Optional(Type.Integer({ minimum: 0 })) })),
  meta: Type.Optional(
    Type.Object({ tokens: Type.Optional(Type.Object({ input_tokens: Type.Optional(Type.Integer({ minimum: 0 })) })) }),
  ),
});

/**
 * Creates the gateway for all reranking calls. `env` contains the API keys, and `idleTimeoutMs` is the maximum time
 * without a byte.
 */
export function createRerankingGateway(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly idleTimeoutMs: number;
}): RerankingGateway {
  const fetch = createTransport(options);
  const getErrorConverter = createErrorConverters(options.env);
  return {
    async rerank(request, { signal }) {
      const convertError = getErrorConverter(request.model);
      try {
        return await sendRequest(request, findApiKey(request.model, options.env), fetch, signal);
      } catch (error) {
        throw convertError(error, signal.aborted);
      }
    },
  };
}

async function sendRequest(
  { model, query, texts }: RerankRequest,
  key: string | undefined,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<RerankResult> {
  const documents = texts.map((text) => truncateToTokens(text, model.max_input_tokens));
  const url = `${model.baseUrl}/rerank`;
  const body = { model: model.providerModel, query, documents, top_n: documents.length };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    signal,
  });
  const text = await readText(response);
  if (!response.ok)
    throw new APICallError({
      message: `the reranker answered ${response.status}`,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: text,
    });
  const result = await parseResponse(text, model);
  const counted = result.usage?.total_tokens ?? result.meta?.tokens?.input_tokens;
  const inputTokens =
    counted ?? documents.reduce((sum, document) => sum + estimateTokens(document) + estimateTokens(query), 0);
  const credits = computeCredits(
    { input_price: model.input_price, output_price: '0' },
    { inputTokens, outputTokens: 0 },
  );
  return {
    scores: toScores(result.results ?? result.data ?? [], texts.length, model),
    inputTokens,
    estimated: counted === undefined,
    credits,
  };
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_RESPONSE_LENGTH)
      throw new ModelCallError('invalid_answer', 'The reranker answers without end.');
  }
  return text + decoder.decode();
}

async function parseResponse(text: string, { name }: RerankerEntry): Promise<Type.Static<typeof RerankResponse>> {
  const { Parse } = await import('typebox/value');
  try {
    return Parse(RerankResponse, parseJson(text));
  } catch {
    throw new ModelCallError('invalid_answer', `The answer of ${name} is not what its API promises.`);
  }
}

/** Returns one score per text. Throws ModelCallError for a missing or duplicate score. */
function toScores(rows: readonly Type.Static<typeof Row>[], count: number, { name }: RerankerEntry): number[] {
  const scores = new Map(rows.map(({ index, relevance_score }) => [index, relevance_score]));
  const ordered = Array.from({ length: count }, (_, index) => scores.get(index));
  if (rows.length !== count || !ordered.every((score) => score !== undefined && Number.isFinite(score)))
    throw new ModelCallError('invalid_answer', `${name} did not rank each text once.`);
  return ordered as number[];
}
