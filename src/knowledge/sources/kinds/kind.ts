import type { TSchema } from 'typebox';
import type { Config } from '../../../platform/config.ts';
import type { SourceKindName } from '../contract.ts';
import type { SourceConfig } from '../tables.ts';

/** A configuration field of a source. */
interface SourceField {
  readonly schema: TSchema;
  /** Default value. Fields without one are required. */
  readonly initial?: unknown;
  /** Whether it contains addresses, whose paths and queries may contain secrets. */
  readonly address?: true;
  /** Whether it decides which server receives the secret, or how. */
  readonly receivesSecret?: true;
}

/** Organization and settings that a source is checked against. */
interface SourceScope {
  readonly settings: Pick<Config, 'knowledgeFolders'>;
  readonly orgId: string;
}

/** Configuration of a kind of source. Its visitor is among the activities. */
export interface SourceKind {
  readonly name: SourceKindName;
  readonly fields: Readonly<Record<string, SourceField>>;
  /** Whether the kind has a secret. */
  readonly secret: 'none' | 'optional' | 'needed';
  /** Throws a 422 for invalid combinations of fields. */
  check(config: SourceConfig, place: SourceScope): void;
}
