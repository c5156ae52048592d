import Type from 'typebox';
import { createMarkingFetch } from '../../http/exact-integers.ts';
import { parseJsonIfValid } from '../../json.ts';
import { isRecord } from '../../json-schema.ts';
import { StringEnum } from '../../schemas.ts';
import { type LineRewriter, rewriteStreams } from '../stream-rewriting.ts';
import { defineProvider } from './provider.ts';
import { defineServiceTier, defineThinkingBudget, parallelCalls, reasoningEffort } from './settings.ts';

/** Property names that tool schemas may contain. */
const PROPERTY_NAME = /^[\w.-]{1,64}$/;
/** Essential events: a response is unreadable if one of them is. */
const ESSENTIAL_EVENTS = [
  'content_block_start/text',
  'content_block_start/tool_use',
  'content_block_delta/text_delta',
  'content_block_delta/input_json_delta',
];

/** Anthropic, by its Messages API. */
export const anthropic = defineProvider({
  name: 'anthropic',
  label: 'Anthropic',
  standardKey: {
    variable: 'ANTHROPIC_API_KEY',
    // Prices as of November 2026, without introductory discounts.
    models: [
      {
        name: 'claude-opus-5-5',
        contextWindow: 1_000_000,
        inputUsd: 4,
        outputUsd: 20,
        description: 'Anthropic, for the hardest work',
      },
      {
        name: 'claude-sonnet-5-5',
        contextWindow: 1_000_000,
        inputUsd: 2,
        outputUsd: 10,
        description: 'Anthropic, balanced',
      },
      {
        name: 'claude-haiku-5-5',
        contextWindow: 1_000_000,
        inputUsd: 0.1,
        outputUsd: 0.5,
        description: 'Anthropic, for large volumes',
      },
    ],
    embeddings: [],
    // Price of a cache that lives for five minutes.
    cacheWritePriceFactor: 1.25,
  },
  keyCheck: {
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariable: 'ANTHROPIC_BASE_URL',
    toHeaders: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    prefix: 'sk-ant-',
  },
  acceptsPdf: true,
  settings: {
    reasoning_effort: reasoningEffort,
    thinking_budget: defineThinkingBudget(1024, 'Anthropic from 1,024, in addition to max_tokens'),
    prompt_caching: Type.Boolean({ description: 'Whether to cache the prompt prefix for five minutes' }),
    service_tier: defineServiceTier(['auto', 'standard_only']),
    inference_geo: StringEnum(['global', 'us'], { description: 'Region in which the model runs' }),
    parallel_tool_calls: parallelCalls,
  },
  settingDefaults: { prompt_caching: false },
  settingFeatures: {
    reasoning_effort: ['providerOptions.anthropic.effort'],
    thinking_budget: ['providerOptions.anthropic.thinking'],
  },
  toOptions: (settings) => ({
    thinking:
      settings.thinking_budget === undefined ? undefined : { type: 'enabled', budgetTokens: settings.thinking_budget },
    cacheControl: settings.prompt_caching ? { type: 'ephemeral' } : undefined,
    serviceTier: settings.service_tier,
    inferenceGeo: settings.inference_geo,
    disableParallelToolUse: settings.parallel_tool_calls === undefined ? undefined : !settings.parallel_tool_calls,
  }),
  async createLanguageModel(connection, providerModel) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const fetch = createMarkingFetch(rewriteStreams(connection.fetch, createEndRewriter));
    return createAnthropic({ ...connection, fetch }).languageModel(providerModel);
  },
  requiresMaxTokens: true,
  hasToolErrorFlag: true,
  adaptToolSchema: moveRejectedNames,
  // The adapter marks the start of a stream with a part that is not part of the response.
  createPartParser: () => (part) => (part.type === 'custom' && part.kind === 'anthropic.message_start' ? [] : [part]),
  isResponseEvent: (_event, kind) => ESSENTIAL_EVENTS.includes(kind),
  explainFinish: ({ stopDetails }) => (isRecord(stopDetails) ? [stopDetails.category, stopDetails.explanation] : []),
  errorPatterns: { contextLength: /prompt is too long/, permanentLimit: /credit balance/ },
});

const HAS_STOP_REASON = /"stop_reason"\s*:\s*"[^"]/;
const END = 'data: {"type":"message_stop"}';

/** Creates the rewriter of a stream: after the event with the stop reason, only further usage and the end are read. */
function createEndRewriter(): LineRewriter {
  let isFinished = false;
  let isEnded = false;
  return {
    isComplete: () => isFinished,
    getMissingEnd: () => (isFinished && !isEnded ? `\n\n${END}\n\n` : ''),
    rewrite(line) {
      if (!line.startsWith('data:')) return line;
      const type = readEventType(line);
      const isRead = !isFinished || (!isEnded && (type === 'message_delta' || type === 'message_stop'));
      isFinished ||= type === 'message_delta' && HAS_STOP_REASON.test(line);
      isEnded ||= isFinished && type === 'message_stop';
      return isRead ? line : '';
    },
  };
}

/** Returns the type of an event whose line may contain a stop reason or follow it. */
function readEventType(line: string): unknown {
  if (!line.includes('message_')) return undefined;
  const event = parseJsonIfValid(line.slice('data:'.length));
  return isRecord(event) ? event.type : undefined;
}

/** Moves properties with rejected names into the description, so that a model can still use them. */
function moveRejectedNames(schema: Record<string, unknown>): Record<string, unknown> {
  if (!isRecord(schema.properties)) return schema;
  const entries = Object.entries(schema.properties);
  const rejected = entries.filter(([name]) => !PROPERTY_NAME.test(name));
  if (rejected.length === 0) return schema;
  const { required, additionalProperties: _closed, ...rest } = schema;
  const requiredNames = Array.isArray(required) ? required : [];
  const descriptions = rejected.map(([name, value]) => {
    const presence = requiredNames.includes(name) ? 'required' : 'optional';
    return `${JSON.stringify(name)} (${presence}): ${JSON.stringify(value)}`;
  });
  return {
    ...rest,
    description: [rest.description, `Further properties: ${descriptions.join('; ')}`].filter(Boolean).join('\n\n'),
    properties: Object.fromEntries(entries.filter(([name]) => PROPERTY_NAME.test(name))),
    required: requiredNames.filter((name) => !rejected.some(([other]) => other === name)),
  };
}
