import type { TSchema } from 'typebox';
import type { Config } from '../../../platform/config.ts';
import type { SourceKindName } from '../contract.ts';
import type { SourceConfig } from '../tables.ts';

/** A field of what is said of a source. */
export interface SourceField {
  readonly schema: TSchema;
  /** What stands where it is left out; a field without one must be given. */
  readonly initial?: unknown;
  /** Whether its texts are addresses, whose paths and queries may hold secrets. */
  readonly address?: true;
}

/** Where a source is to be. */
export interface SourceScope {
  readonly settings: Pick<Config, 'knowledgeFolders'>;
  readonly orgId: string;
}

/** A kind of source as far as it is said what one is. How it is visited stands with the activities. */
export interface SourceKind {
  readonly name: SourceKindName;
  readonly fields: Readonly<Record<string, SourceField>>;
  /** Whether it is shown a secret. */
  readonly secret: 'none' | 'optional' | 'needed';
  /** Throws a 422 where the fields, each fine by itself, can't be right. */
  check(config: SourceConfig, place: SourceScope): void;
}
