import { Ajv } from 'ajv';
import Type from 'typebox';
import { toProblemAt } from '../../errors.ts';
import { OWN_SCHEMAS } from '../../json-schema.ts';
import type { ModelEntry } from '../catalog.ts';
import { modelProblems } from '../problems.ts';
import { getProvider, type ProviderName } from '../providers/index.ts';
import type { SettingSchemas } from '../providers/provider.ts';
import { assertNoProblems, toValueProblem } from '../setting-problems.ts';
import type { MediaKind, MediaSettings } from './request.ts';

/** Returns whether models of a provider can generate this kind. */
export const canGenerate = (provider: ProviderName, kind: MediaKind): boolean =>
  getProvider(provider).media?.[kind] !== undefined;

const getSettings = (provider: ProviderName, kind: MediaKind): SettingSchemas =>
  getProvider(provider).media?.[kind]?.settings ?? {};

/** Converts a stored llm_config to media settings. */
export function toMediaSettings(config: Readonly<Record<string, unknown>>): MediaSettings {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/** Returns the settings of a fallback model: its own, else those of the first model that its provider accepts. */
export function getMediaFallbackSettings(
  { provider }: ModelEntry,
  kind: MediaKind,
  ownSettings: Readonly<Record<string, unknown>> | null,
  first: Readonly<Record<string, unknown>>,
): MediaSettings {
  const accepted = getSettings(provider, kind);
  return toMediaSettings(
    ownSettings ?? Object.fromEntries(Object.entries(first).filter(([name]) => Object.hasOwn(accepted, name))),
  );
}

/** Throws a 422 for each setting that a model of this kind would not receive. */
export function assertMediaSettings(
  { provider }: ModelEntry,
  kind: MediaKind,
  field: string,
  config: Readonly<Record<string, unknown>>,
): void {
  const accepted = getSettings(provider, kind);
  const settings = toMediaSettings(config);
  const toLocation = (name: string) => ['body', field, name];
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(accepted, name));
  const problem = modelProblems.unknown_media_setting({
    kind,
    provider,
    known: Object.keys(accepted),
    count: Object.keys(accepted).length,
  });
  assertNoProblems(unknown.map((name) => toProblemAt(toLocation(name), problem)));
  const validate = new Ajv({ ...OWN_SCHEMAS, allErrors: true }).compile(Type.Partial(Type.Object(accepted)));
  if (validate(settings)) return;
  assertNoProblems((validate.errors ?? []).map((error) => toValueProblem(error, provider, toLocation)));
}
