import type { TObject } from 'typebox';
import type { AddressRules } from '../../../platform/http/addresses.ts';

/** Values of the settings of a kind of forwarder, by name. */
export type ForwarderConfig = Readonly<Record<string, unknown>>;

/** A kind of forwarders: where ends of runs can go. How they get there is its acting part. */
export interface ForwarderKind<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** Schema of its settings; others are refused by name. */
  readonly config: TObject;
  /** Aliases of settings for clients of other products, by setting. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether what it sends is signed with a secret of the forwarder. */
  readonly isSigned: boolean;
  /** The setting that says where ends of runs go. */
  readonly destinationField: string;
  /** Throws a 422 for settings that match the schema but are invalid. */
  assertConfig(config: ForwarderConfig, addresses: AddressRules): void;
  /** Redacts settings for callers without edit permission. Default: unchanged. */
  redact?(config: ForwarderConfig): ForwarderConfig;
}
