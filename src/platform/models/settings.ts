import { Ajv, type ValidateFunction } from 'ajv';
import Type from 'typebox';
import { toProblemAt } from '../errors.ts';
import { OWN_SCHEMAS } from '../json-schema.ts';
import type { ModelEntry } from './catalog.ts';
import { COMMON_SETTINGS, getSettingSchemas } from './llm-config.ts';
import { probe } from './probe.ts';
import { modelProblems } from './problems.ts';
import { getProvider, type ProviderName } from './providers/index.ts';
import type { ModelSettings } from './request.ts';
import { assertNoProblems, toValueProblem } from './setting-problems.ts';

/** Names of settings in the warnings of all adapters. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  max_tokens: ['maxOutputTokens'],
  top_p: ['topP'],
  top_k: ['topK'],
  presence_penalty: ['presencePenalty'],
  frequency_penalty: ['frequencyPenalty'],
  stop: ['stopSequences'],
  reasoning_effort: ['reasoning', 'reasoningEffort'],
  reasoning_summary: ['reasoningSummary'],
  service_tier: ['serviceTier'],
};
/** Values that are the default of all providers and thus have no effect. */
const DEFAULTS: Readonly<Record<string, unknown>> = { parallel_tool_calls: true };

/** Converts a stored llm_config to settings. Null fields keep the provider's default. */
export function toModelSettings(config: Readonly<Record<string, unknown>>): ModelSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/**
 * Returns the settings of a fallback model: its own, else the common ones of the first model. Provider-specific
 * settings of the first model do not apply.
 */
export function getFallbackSettings(
  ownSettings: Readonly<Record<string, unknown>> | null,
  first: Readonly<Record<string, unknown>>,
): ModelSettings {
  if (ownSettings !== null) return toModelSettings(ownSettings);
  const common = Object.entries(first).filter(([name]) => COMMON_SETTINGS.includes(name));
  return toModelSettings(Object.fromEntries(common));
}

/**
 * Throws a 422 for each setting that the model would not receive: unknown to its provider, dropped or changed by its
 * adapter. `withTools` says whether its calls offer tools.
 */
export async function assertSettings(
  model: ModelEntry,
  field: string,
  config: Readonly<Record<string, unknown>>,
  withTools = false,
): Promise<void> {
  const settings = toModelSettings(config);
  const toLocation = (name: string) => ['body', field, name];
  const known = getSettingSchemas(model.provider);
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(known, name));
  const problem = modelProblems.unknown_model_setting({ provider: model.provider, known: Object.keys(known) });
  assertNoProblems(unknown.map((name) => toProblemAt(toLocation(name), problem)));
  const validate = getValidator(model.provider);
  if (!validate(settings))
    assertNoProblems((validate.errors ?? []).map((error) => toValueProblem(error, model.provider, toLocation)));
  const dropped = await listDroppedSettings(model, settings, withTools);
  const ignored = modelProblems.ignored_model_setting({ model: model.name });
  assertNoProblems(dropped.map((name) => toProblemAt(toLocation(name), ignored)));
}

const validators = new Map<ProviderName, ValidateFunction>();

function getValidator(provider: ProviderName): ValidateFunction {
  const cached = validators.get(provider);
  if (cached) return cached;
  const created = new Ajv({ ...OWN_SCHEMAS, allErrors: true }).compile(
    Type.Partial(Type.Object(getSettingSchemas(provider))),
  );
  validators.set(provider, created);
  return created;
}

/** Lists the settings that the adapter drops or changes, or that do not change its request. */
async function listDroppedSettings(model: ModelEntry, settings: ModelSettings, withTools: boolean): Promise<string[]> {
  const names = Object.keys(settings);
  if (names.length === 0) return [];
  const { settingDefaults, settingFeatures = {} } = getProvider(model.provider);
  const defaults = { ...DEFAULTS, ...settingDefaults };
  const { body, warnings } = await probe(model, settings, withTools);
  const reported = warnings.flatMap((warning) =>
    warning.type === 'unsupported' || warning.type === 'compatibility' ? [warning.feature] : [],
  );
  const hasNoEffect = async (name: string, value: unknown) => {
    if (name === 'parallel_tool_calls' && !withTools) return true;
    if (body === '' || defaults[name] === value) return false;
    const { [name]: _, ...others } = settings;
    return (await probe(model, others, withTools)).body === body;
  };
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const features = [...(FEATURES[name] ?? [name]), ...(settingFeatures[name] ?? [])];
    if (features.some((feature) => reported.includes(feature)) || (await hasNoEffect(name, value))) dropped.push(name);
  }
  return dropped;
}
