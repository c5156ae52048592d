import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { dumpSchema, SCHEMA_FILE } from '../../scripts/schema.ts';
import { createDatabase } from '../support/stack.ts';

it('the committed schema equals an empty database after all migrations', async () => {
  const made = await dumpSchema(await createDatabase(inject('servers').postgresUrl, 'schema'));
  expect(made, 'src/platform/db/schema.sql is stale: run `npm run schema` and commit it').toBe(
    readFileSync(SCHEMA_FILE, 'utf8'),
  );
});
