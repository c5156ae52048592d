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
  /** Other names of its settings, as clients of other products have them, by the settings that they stand for. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether what it sends is signed with a secret of the forwarder. */
  readonly isSigned: boolean;
  /** The setting that says where ends of runs go. */
  readonly destinationField: string;
  /** Throws a 422 on settings that fit the schema and can't work all the same. */
  assertConfig(config: ForwarderConfig, addresses: AddressRules): void;
  /** The settings as whoever may not edit the forwarder is shown them; as they are, when left out. */
  redact?(config: ForwarderConfig): ForwarderConfig;
}
