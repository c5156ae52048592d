import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import Type from 'typebox';
import { problemAt, ValidationError, type ValidationProblem } from '../errors.ts';
import { schemaProblem } from '../schema-problems.ts';
import type { ModelEntry, ModelProvider } from './catalogue.ts';
import { COMMON_SETTINGS, settingsFor } from './llm-config.ts';
import { probe } from './probe.ts';
import { modelProblems } from './problems.ts';
import type { ModelSettings } from './request.ts';

/** What adapters call the settings that they say something of. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['maxOutputTokens'],
  top_p: ['topP'],
  top_k: ['topK'],
  presence_penalty: ['presencePenalty'],
  frequency_penalty: ['frequencyPenalty'],
  stop: ['stopSequences'],
  reasoning_effort: ['reasoning', 'reasoningEffort', 'providerOptions.anthropic.effort'],
  reasoning_summary: ['reasoningSummary'],
  thinking_budget: ['providerOptions.anthropic.thinking'],
  service_tier: ['serviceTier'],
};
/** What is so without being said: it changes nothing, and is true. */
const DEFAULTS: Readonly<Record<string, unknown>> = { parallel_tool_calls: true, prompt_caching: false };

/** A stored llm_config as the gateway takes it: fields that are null are left to the provider. */
export function settingsOf(config: Readonly<Record<string, unknown>>): ModelSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/**
 * The settings of a fallback model: its own, else those of the first that any provider may take. What belongs to the first
 * model's provider is nothing to another one.
 */
export function fallbackSettings(
  own: Readonly<Record<string, unknown>> | null,
  first: Readonly<Record<string, unknown>>,
): ModelSettings {
  if (own !== null) return settingsOf(own);
  const common = Object.entries(first).filter(([name]) => COMMON_SETTINGS.includes(name));
  return settingsOf(Object.fromEntries(common));
}

/**
 * Refuses settings that a model would not be given: those that its provider does not know, and those that are dropped or
 * changed on the way. `withTools` says whether its calls offer tools. Throws a 422 that names each.
 */
export async function checkSettings(
  model: ModelEntry,
  field: string,
  config: Readonly<Record<string, unknown>>,
  withTools = false,
): Promise<void> {
  const given = settingsOf(config);
  const place = (name: string) => ['body', field, name];
  const known = settingsFor(model.provider);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  const problem = modelProblems.unknown_model_setting({ provider: model.provider, known: Object.keys(known) });
  refuse(unknown.map((name) => problemAt(place(name), problem)));
  const valid = validatorFor(model.provider);
  if (!valid(given)) refuse((valid.errors ?? []).map((error) => wrongValue(error, model, place)));
  const dropped = await droppedSettings(model, given, withTools);
  const ignored = modelProblems.ignored_model_setting({ model: model.name });
  refuse(dropped.map((name) => problemAt(place(name), ignored)));
}

function refuse(problems: readonly ValidationProblem[]): void {
  if (problems.length > 0) throw new ValidationError(problems);
}

const validators = new Map<ModelProvider, ValidateFunction>();

function validatorFor(provider: ModelProvider): ValidateFunction {
  const made = validators.get(provider);
  if (made) return made;
  const fresh = new Ajv({ allErrors: true }).compile(Type.Partial(Type.Object(settingsFor(provider))));
  validators.set(provider, fresh);
  return fresh;
}

function wrongValue(error: ErrorObject, model: ModelEntry, place: (name: string) => string[]): ValidationProblem {
  const [name = '', ...rest] = error.instancePath.split('/').slice(1);
  const problem = modelProblems.invalid_model_setting({ problem: schemaProblem(error), provider: model.provider });
  return problemAt([...place(name), ...rest], problem);
}

/** Settings that a model's adapter says it would leave out or change, or that change nothing in what it would send. */
async function droppedSettings(model: ModelEntry, given: ModelSettings, withTools: boolean): Promise<string[]> {
  const names = Object.keys(given);
  if (names.length === 0) return [];
  const { body, warnings } = await probe(model, given, withTools);
  const said = warnings.flatMap((warning) =>
    warning.type === 'unsupported' || warning.type === 'compatibility' ? [warning.feature] : [],
  );
  const changesNothing = async (name: string, value: unknown) => {
    if (name === 'parallel_tool_calls' && !withTools) return true;
    if (body === '' || DEFAULTS[name] === value) return false;
    const { [name]: _, ...others } = given as Record<string, unknown>;
    return (await probe(model, others, withTools)).body === body;
  };
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const features = FEATURES[name] ?? [name];
    if (features.some((feature) => said.includes(feature)) || (await changesNothing(name, value))) dropped.push(name);
  }
  return dropped;
}
