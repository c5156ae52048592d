import { Ajv, type ErrorObject } from 'ajv';
import Type from 'typebox';
import { ValidationError, type ValidationProblem } from '../../errors.ts';
import type { ModelEntry } from '../catalogue.ts';
import { getProvider, type ProviderName } from '../providers/index.ts';
import type { SettingSchemas } from '../providers/provider.ts';
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
  const names = Object.keys(accepted);
  const knownSettings = names.length === 0 ? 'it takes none' : `known are ${names.join(', ')}`;
  const message = `is no setting of ${kind} by a model of the provider ${provider}; ${knownSettings}`;
  const toProblem = (name: string, msg: string, type: string): ValidationProblem => ({
    loc: ['body', field, name],
    msg,
    type,
  });
  const settings = toMediaSettings(config) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(accepted, name));
  if (unknown.length > 0) throw new ValidationError(unknown.map((name) => toProblem(name, message, 'unknown_setting')));
  const validate = new Ajv({ allErrors: true }).compile(Type.Partial(Type.Object(accepted)));
  if (validate(settings)) return;
  const getName = ({ instancePath }: ErrorObject) => instancePath.split('/')[1] ?? '';
  throw new ValidationError(
    (validate.errors ?? []).map((error) =>
      toProblem(getName(error), error.message ?? 'is wrong', 'unsupported_setting'),
    ),
  );
}
