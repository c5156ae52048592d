import Type from 'typebox';
import { createMarkingFetch } from '../../http/exact-integers.ts';
import { parseJsonIfValid } from '../../json.ts';
import { isRecord } from '../../json-schema.ts';
import { StringEnum } from '../../schemas.ts';
import { type LineRewriter, rewriteStreams } from '../stream-rewriting.ts';
import { defineProvider } from './provider.ts';
import { aspectRatio, defineServiceTier, defineThinkingBudget, reasoningEffort, voice } from './settings.ts';

/** Formats that tool schemas may contain. */
const SCHEMA_FORMATS = new Set(['date-time', 'date', 'time', 'int32', 'int64', 'float', 'double']);
const THRESHOLDS: Readonly<Record<string, string>> = {
  low: 'BLOCK_LOW_AND_ABOVE',
  medium: 'BLOCK_MEDIUM_AND_ABOVE',
  high: 'BLOCK_ONLY_HIGH',
  none: 'BLOCK_NONE',
  off: 'OFF',
};

/** Google, by its Gemini API. */
export const google = defineProvider({
  name: 'google',
  label: 'Google',
  standardKey: {
    variable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    // Prices as of November 2026, without introductory discounts.
    models: [
      {
        name: 'gemini-4-hydrogen',
        contextWindow: 1_048_576,
        inputUsd: 1.5,
        outputUsd: 7.5,
        description: 'Google, balanced',
      },
      {
        name: 'gemini-3.8-flash',
        contextWindow: 1_048_576,
        inputUsd: 1.5,
        outputUsd: 7.5,
        description: 'Google, fast',
      },
      {
        name: 'gemini-3.5-flash-lite',
        contextWindow: 1_048_576,
        inputUsd: 0.3,
        outputUsd: 2.5,
        description: 'Google, for large volumes',
      },
    ],
    embeddings: [{ name: 'gemini-embedding-001', dimension: 1536, usd: 0.15, description: 'Google' }],
  },
  keyCheck: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    toHeaders: (key) => ({ 'x-goog-api-key': key }),
    prefix: 'AIza',
    rejectionStatuses: [400],
  },
  acceptsPdf: true,
  audioTypes: /^(audio|video)\//,
  settings: {
    reasoning_effort: reasoningEffort,
    thinking_budget: defineThinkingBudget(-1, 'Google from 0, -1 for automatic'),
    include_thoughts: Type.Boolean({ description: 'Whether to request a summary of the reasoning' }),
    service_tier: defineServiceTier(['standard', 'flex', 'priority']),
    safety_threshold: StringEnum(['low', 'medium', 'high', 'none', 'off'], {
      description: 'Likelihood of harm from which a response is blocked',
    }),
    media_resolution: StringEnum(['low', 'medium', 'high'], {
      description: 'Resolution at which images are processed',
    }),
  },
  toOptions: ({ thinking_budget: thinkingBudget, include_thoughts: includeThoughts, ...settings }) => ({
    thinkingConfig:
      thinkingBudget === undefined && includeThoughts === undefined ? undefined : { thinkingBudget, includeThoughts },
    serviceTier: settings.service_tier,
    threshold: settings.safety_threshold && THRESHOLDS[settings.safety_threshold],
    mediaResolution: settings.media_resolution && `MEDIA_RESOLUTION_${settings.media_resolution.toUpperCase()}`,
  }),
  async createLanguageModel(connection, providerModel) {
    const { createGoogle } = await import('@ai-sdk/google');
    const fetch = createMarkingFetch(rewriteStreams(connection.fetch, createEndRewriter));
    return createGoogle({ ...connection, fetch }).languageModel(providerModel);
  },
  media: {
    image: {
      settings: {
        aspect_ratio: aspectRatio,
        seed: Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }),
      },
      async createModel(connection, providerModel) {
        return (await import('@ai-sdk/google')).createGoogle(connection).image(providerModel);
      },
    },
    audio: {
      settings: { voice },
      async createModel(connection, providerModel) {
        return (await import('@ai-sdk/google')).createGoogle(connection).speech(providerModel);
      },
    },
  },
  embeddings: {
    maxInputTokens: 2048,
    batch: 100,
    maxRequestTokens: 20_000,
    async createModel(connection, providerModel) {
      return (await import('@ai-sdk/google')).createGoogle(connection).embeddingModel(providerModel);
    },
    toOptions: ({ dimension }, purpose) => ({
      dimensions: dimension,
      providerOptions: { google: { taskType: purpose === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT' } },
    }),
  },
  hasToolErrorFlag: true,
  acceptsCreatedFiles: true,
  adaptToolSchema(schema) {
    // A reference may have no description.
    if ('$ref' in schema) return { $ref: schema.$ref };
    if (!SCHEMA_FORMATS.has(String(schema.format))) delete schema.format;
    return schema;
  },
  isResponseEvent: (event) => 'candidates' in event,
  explainFinish: ({ finishMessage }) => [finishMessage],
  errorPatterns: {
    rateLimited: /resource.?exhausted/,
    contextLength: /tokens?\b.{0,40}\bexceeds?/,
    // `RetryInfo` in the error details.
    retryDelay: /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?s)"/,
  },
});

const HAS_FINISH = /"finishReason"\s*:\s*"[^"]/;

/** Creates the rewriter of a stream: after the chunk with the finish reason, only content and usage are read. */
function createEndRewriter(): LineRewriter {
  let isFinished = false;
  return {
    isComplete: () => isFinished,
    rewrite(line) {
      if (!line.startsWith('data:')) return line;
      const hasFinish = HAS_FINISH.test(line);
      if (!isFinished && !hasFinish) return line;
      const chunk = parseJsonIfValid(line.slice('data:'.length));
      if (!isRecord(chunk)) return isFinished ? '' : line;
      const reduced = isFinished ? { candidates: chunk.candidates, usageMetadata: chunk.usageMetadata } : chunk;
      isFinished = true;
      return `data: ${JSON.stringify(omitUnreadable(reduced))}`;
    },
  };
}

/** Omits what would make the adapter reject a complete response: content without parts, and counts without numbers. */
function omitUnreadable(chunk: Readonly<Record<string, unknown>>): object {
  const { candidates, usageMetadata: usage, ...rest } = chunk;
  const counts = isRecord(usage) ? Object.entries(usage).filter(([, value]) => typeof value === 'number') : [];
  return {
    ...rest,
    ...(Array.isArray(candidates) && candidates.every(isReadable) && { candidates }),
    ...(counts.length > 0 && { usageMetadata: Object.fromEntries(counts) }),
  };
}

function isReadable(candidate: unknown): boolean {
  if (!isRecord(candidate)) return false;
  const { content } = candidate;
  return (content ?? null) === null || (isRecord(content) && Array.isArray(content.parts ?? []));
}
