import { toCanonicalJson } from '../../src/platform/digest.ts';
import { openAiErrors } from './errors.ts';

/** Revision with the settings of its model calls. */
interface ConfiguredRevision {
  readonly llm_config: Readonly<Record<string, unknown>>;
}

/** Setting of a revision by parameter. */
const SETTINGS = {
  temperature: 'temperature',
  top_p: 'top_p',
  max_tokens: 'max_tokens',
  max_completion_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
  presence_penalty: 'presence_penalty',
  frequency_penalty: 'frequency_penalty',
  seed: 'seed',
  stop: 'stop',
  reasoning_effort: 'reasoning_effort',
  'reasoning.effort': 'reasoning_effort',
  verbosity: 'verbosity',
  'text.verbosity': 'verbosity',
} as const;

/** Settings of a request that a revision fixes. */
export type RequestedSettings = Partial<Record<keyof typeof SETTINGS, unknown>>;

/** Values that equal the absence of a setting. */
const NEUTRAL: Readonly<Record<string, unknown>> = { presence_penalty: 0, frequency_penalty: 0 };

/**
 * Throws a 400 if a request names a setting with another value than the revisions that can serve it. A revision fixes
 * its settings, and no value is accepted without effect.
 */
export function assertSettingsMatch(requested: RequestedSettings, revisions: readonly ConfiguredRevision[]): void {
  for (const [param, setting] of Object.entries(SETTINGS)) {
    const value = requested[param as keyof RequestedSettings];
    if (value === undefined || value === null) continue;
    const wanted = setting === 'stop' ? [value].flat() : value;
    for (const { llm_config: config } of revisions) {
      const actual = config[setting] ?? NEUTRAL[setting] ?? null;
      if (toCanonicalJson(wanted) !== toCanonicalJson(actual)) throw toSettingError(param, setting, actual);
    }
  }
}

function toSettingError(param: string, setting: string, actual: unknown): Error {
  const state = actual === null ? 'the revision leaves it to the model' : `it is ${JSON.stringify(actual)} there`;
  return openAiErrors.unsupported(
    param,
    `the revision of the agent or task sets it in llm_config.${setting}, and ${state}. Leave the parameter out.`,
  );
}
