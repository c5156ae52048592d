import {
  type CompiledQuery,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';

/** Returns a database that answers statements with the given rows only. */
export function createFakeDatabase(answer: (query: CompiledQuery) => readonly object[]): Db {
  const connection = {
    async executeQuery<R>(query: CompiledQuery) {
      return { rows: answer(query) as R[] };
    },
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  };
  const nothing = async () => undefined;
  const driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  } as unknown as Driver;
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (of) => new PostgresIntrospector(of),
    },
  }) as Db;
}
