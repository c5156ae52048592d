import { type RawBuilder, sql } from 'kysely';

/** SQL expression: id of the user who created an OAuth client or was last shown its secret. */
export function clientCreator(client: RawBuilder<string | null>): RawBuilder<string> {
  return sql<string>`(select made.created_by from oauth_clients made where made.id = ${client})`;
}
