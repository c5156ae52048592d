import { isDeepStrictEqual } from 'node:util';
import { errors, throwProblems } from '../../../platform/errors.ts';
import type { AddressRules } from '../../../platform/http/addresses.ts';
import { listSettingsProblems, omitNullSettings } from '../../../platform/kind-settings.ts';
import { commonProblems } from '../../../platform/problems.ts';
import { email } from './email.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';
import { webhook } from './webhook.ts';

const KINDS = [email, webhook] as const;

export type ForwarderType = (typeof KINDS)[number]['name'];

/** All kinds of forwarders. */
export const FORWARDER_KINDS: readonly ForwarderKind<ForwarderType>[] = KINDS;
/** Types of forwarders. */
export const FORWARDER_TYPES: readonly ForwarderType[] = KINDS.map(({ name }) => name);

/** Returns the kind of a stored forwarder. */
export function getForwarderKind(type: string): ForwarderKind<ForwarderType> {
  const kind = FORWARDER_KINDS.find(({ name }) => name === type);
  if (!kind) throw new Error(`no forwarder type ${type}`);
  return kind;
}

/** Replaces aliases of settings. Throws a 422 if a setting is given twice with different values. */
function resolveAliases({ aliases: alsoNamed = {} }: ForwarderKind, sent: ForwarderConfig): ForwarderConfig {
  const config: Record<string, unknown> = { ...sent };
  for (const [name, other] of Object.entries(alsoNamed)) {
    const value = config[other] ?? undefined;
    delete config[other];
    if (value === undefined) continue;
    if ((config[name] ?? value) !== value)
      throw errors.invalid(['config', other], commonProblems.exclusive_field({ other: name }));
    config[name] = value;
  }
  return config;
}

/** Validates the settings of a forwarder and returns them as stored. Throws a 422 with all problems. */
export function validateConfig(type: string, sent: ForwarderConfig, addressRules: AddressRules): ForwarderConfig {
  const kind = getForwarderKind(type);
  const config = omitNullSettings(kind, resolveAliases(kind, sent));
  const problems = listSettingsProblems(kind, config);
  throwProblems(problems.map(({ path: at, problem }) => errors.invalid(['config', ...at], problem)));
  kind.assertConfig(config, addressRules);
  return config;
}

/** Returns whether two configurations have the same destination. */
export function hasSameDestination(type: string, config: ForwarderConfig, other: ForwarderConfig): boolean {
  const { destinationField: destination } = getForwarderKind(type);
  return isDeepStrictEqual(config[destination], other[destination]);
}
