import { parseJson } from '../json.ts';
import { isRecord } from '../json-schema.ts';
import type { ModelEntry } from './catalogue.ts';
import { probe } from './probe.ts';
import type { ModelSettings } from './request.ts';

/** Tokens of an answer whose length the settings leave open, where the provider must be told one. */
const USUAL_LIMIT = 32_000;

/** How long an answer may become. */
export interface AnswerLength {
  /** The settings, with a length where the provider must be told one. */
  readonly settings: ModelSettings;
  /** Output tokens that the provider is told to stop at, those of thinking among them; undefined where it is told none. */
  readonly told: number | undefined;
  /** Those of thinking that it is granted on top of `max_tokens`. */
  readonly beside: number;
}

/**
 * How long a model's answer may become. Anthropic must be told a length: its adapter names the most that the model can write
 * where none is given (128,000 tokens), and adds what the model may think to what is given. What it would name is asked of it.
 */
export async function answerLength(model: ModelEntry, given: ModelSettings): Promise<AnswerLength> {
  const asGiven = { settings: given, told: given.max_tokens, beside: 0 };
  if (model.provider !== 'anthropic') return asGiven;
  try {
    return await lengthNamed(model, given);
  } catch {
    // Settings that its adapter refuses: the call fails with what is wrong.
    return asGiven;
  }
}

async function lengthNamed(model: ModelEntry, given: ModelSettings): Promise<AnswerLength> {
  const told = async (settings: ModelSettings) => limitIn((await probe(model, settings, false)).body);
  const most = given.max_tokens ?? Math.min(USUAL_LIMIT, await told({ ...given, max_tokens: undefined }));
  const settings = { ...given, max_tokens: most };
  return { settings, told: await told(settings), beside: (await told({ ...given, max_tokens: 1 })) - 1 };
}

function limitIn(body: string): number {
  const sent: unknown = parseJson(body);
  if (isRecord(sent) && typeof sent.max_tokens === 'number') return sent.max_tokens;
  throw new Error('the adapter of Anthropic names no max_tokens');
}
