import { isDeepStrictEqual } from 'node:util';
import { errors, refuseAll } from '../../../platform/errors.ts';
import type { AddressRules } from '../../../platform/http/addresses.ts';
import { listSettingsProblems, omitNullSettings } from '../../../platform/kind-settings.ts';
import { commonProblems } from '../../../platform/problems.ts';
import { email } from './email.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';
import { webhook } from './webhook.ts';

const KINDS = [email, webhook] as const;

export type ForwarderType = (typeof KINDS)[number]['name'];

/** Every kind of forwarders. */
export const FORWARDER_KINDS: readonly ForwarderKind<ForwarderType>[] = KINDS;
export const FORWARDER_TYPES: readonly ForwarderType[] = KINDS.map(({ name }) => name);

/** The kind of a forwarder that was checked when it was saved. */
export function forwarderKind(type: string): ForwarderKind<ForwarderType> {
  const kind = FORWARDER_KINDS.find(({ name }) => name === type);
  if (!kind) throw new Error(`no forwarder type ${type}`);
  return kind;
}

/** Settings by the names of their kind. Throws a 422 where one stands twice, with different values. */
function byOwnNames({ alsoNamed = {} }: ForwarderKind, sent: ForwarderConfig): ForwarderConfig {
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

/** Checks the settings of a forwarder when it is saved, and answers them as they are kept. Throws a 422 with everything that does not work. */
export function checkedConfig(type: string, sent: ForwarderConfig, addresses: AddressRules): ForwarderConfig {
  const kind = forwarderKind(type);
  const config = omitNullSettings(kind, byOwnNames(kind, sent));
  const found = listSettingsProblems(kind, config);
  refuseAll(found.map(({ path: at, problem }) => errors.invalid(['config', ...at], problem)));
  kind.check(config, addresses);
  return config;
}

/** Whether two settings of a type of forwarder send to the same place. */
export function isSameDestination(type: string, one: ForwarderConfig, other: ForwarderConfig): boolean {
  const { destination } = forwarderKind(type);
  return isDeepStrictEqual(one[destination], other[destination]);
}
