import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { sourceProblems } from '../../problems.ts';
import { ENCRYPTION_FIELD, HOST_FIELD, PORT_FIELD, USERNAME_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

const Column = (description: string, minLength = 0) => Type.String({ minLength, maxLength: 63, description });

/** Source kind for the rows of a query to a Postgres database. */
export const postgresKind: SourceKind = {
  name: 'postgres',
  fields: {
    host: HOST_FIELD,
    port: { ...PORT_FIELD, initial: 5432 },
    encryption: { ...ENCRYPTION_FIELD, initial: 'tls' },
    username: USERNAME_FIELD,
    database: { schema: Type.String({ minLength: 1, maxLength: 63, description: 'Name of the database.' }) },
    query: {
      schema: Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'One SELECT statement. Each row becomes a document. It runs in a read-only transaction.',
      }),
    },
    key_column: { schema: Column('Column with the unique key of a row.', 1) },
    title_column: { schema: Column('Column with the title. Empty for the key.'), initial: '' },
    content_column: { schema: Column('Column with the text. Empty for all columns.'), initial: '' },
    max_rows: {
      schema: Type.Integer({
        minimum: 1,
        maximum: 100_000,
        description: 'Maximum number of rows. A sync fails if the query returns more. Default 10000.',
      }),
      initial: 10_000,
    },
  },
  secret: 'needed',
  check({ username, encryption }) {
    if (username === '')
      throw errors.invalid(['config', 'username'], sourceProblems.source_setting_required({ kind: 'postgres' }));
    if (encryption === 'starttls')
      throw errors.invalid(['config', 'encryption'], sourceProblems.source_encryption_not_supported);
  },
};

/** Configuration of a database source. */
export interface PostgresConfig {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'tls' | 'none';
  readonly username: string;
  readonly database: string;
  readonly query: string;
  readonly key_column: string;
  readonly title_column: string;
  readonly content_column: string;
  readonly max_rows: number;
}
