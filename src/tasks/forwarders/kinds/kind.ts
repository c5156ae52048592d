import type { TObject } from 'typebox';
import type { AddressRules } from '../../../platform/http/addresses.ts';

/** Settings of a forwarder, by name. */
export type ForwarderConfig = Readonly<Record<string, unknown>>;

/** A kind of forwarders: the destination of finished runs. Its sender delivers them. */
export interface ForwarderKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Schema of its settings. Other settings are rejected. */
  readonly config: TObject;
  /** Aliases of settings for clients of other products, by setting. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether its messages are signed with a secret of the forwarder. */
  readonly isSigned: boolean;
  /** Setting with the destination. */
  readonly destinationField: string;
  /** Throws a 422 for settings that match the schema but are invalid. */
  assertConfig(config: ForwarderConfig, addresses: AddressRules): void;
  /** Redacts settings for callers without edit permission. Default: unchanged. */
  redact?(config: ForwarderConfig): ForwarderConfig;
}
