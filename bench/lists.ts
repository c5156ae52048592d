import { sql } from 'kysely';
import { OPERATIONS } from '../api/modules.ts';
import { createCursors } from '../api/plugins/pagination.ts';
import { Holdfast, ok } from '../client/index.ts';
import { listMembers } from '../src/access/members.ts';
import { listEvents } from '../src/audit/queries.ts';
import { listOrganizations } from '../src/organizations/queries.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { ID_CURSORS } from '../src/platform/db/cursors.ts';
import { sortByNewest } from '../src/platform/db/pagination.ts';
import { newId } from '../src/platform/ids.ts';
import { KeyRing } from '../src/platform/keyring.ts';
import { type Job, measurePair, type Pair, type Times } from './measure.ts';
import { ENCRYPTION_KEYS, type Product } from './servers.ts';

const ROWS_PER_LIST = 100_000;
const PAGE_SIZE = 100;

/** Page times of one list. The baseline is the plain query. */
export interface ListTimes {
  readonly what: string;
  readonly times: Pair<Times>;
}

/** Seeds the lists. Measures a page from the middle of each, over HTTP and as the plain query on its own connection. */
export async function measureLists(product: Product, warmUp: number, runs: number): Promise<ListTimes[]> {
  const db = openDatabase(product.databaseUrl, 2, (error) => console.error(error));
  const { apiKey, orgId, userId } = product.owner;
  const api = new Holdfast({ baseUrl: product.baseUrl, key: apiKey, retries: 0 });
  try {
    await seedLists(db, product.owner);
    const cursor = await findMiddleId(db);
    const page = { cursor, limit: PAGE_SIZE, codec: ID_CURSORS };
    const keys = new KeyRing(ENCRYPTION_KEYS).deriveKeys('cursors');
    const place = { org_id: orgId };
    const after = (id: string, by: string) => {
      const list = OPERATIONS.find((op) => op.id === id);
      if (!list) throw new Error(`there is no operation ${id}`);
      const signed = createCursors(keys, list, { params: place, query: {} }).encode(sortByNewest(by), [cursor]);
      return { params: { path: place, query: { page_limit: PAGE_SIZE, cursor: signed } } };
    };
    const lists = [
      {
        what: 'organizations',
        read: () => ok(api.get('/api/v1/org', { params: { query: { page_limit: PAGE_SIZE, cursor } } })),
        bare: () => listOrganizations(db, { type: 'user', id: userId }, page),
      },
      {
        what: 'members',
        read: () => ok(api.get('/api/v1/org/{org_id}/iam/members', after('organization.iam.list', 'member_id'))),
        bare: () => listMembers(db, orgId, undefined, page),
      },
      {
        what: 'audit events',
        read: () => ok(api.get('/api/v1/org/{org_id}/audit_event', after('organization.audit_event.list', 'id'))),
        bare: () => listEvents(db, { orgId, projectId: null }, {}, page),
      },
    ];
    const measured: ListTimes[] = [];
    for (const { what, read, bare } of lists) {
      const jobs: Pair<Job> = {
        baseline: async () => void (await bare()),
        holdfast: async () => {
          const { results } = await read();
          if (results.length !== PAGE_SIZE) throw new Error(`the page of ${what} has ${results.length} rows`);
        },
      };
      measured.push({ what, times: await measurePair(jobs, warmUp, runs) });
    }
    return measured;
  } finally {
    await db.destroy();
  }
}

/** Ids in numeric order, as UUIDs of version 7 are in time order. */
const ID = sql`(lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(n::text), 1, 12))::uuid`;
const NUMBERS = sql`generate_series(1, ${sql.lit(ROWS_PER_LIST)}) n`;

async function seedLists(db: Db, { orgId, userId }: Product['owner']): Promise<void> {
  await sql`insert into users (id, email, name) select ${ID}, n || '@many.example', 'Member ' || n from ${NUMBERS}`.execute(
    db,
  );
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role, member_id)
    select ${orgId}, 'organization', ${ID}, 'user', 'viewer', ${ID} from ${NUMBERS}`.execute(db);
  await sql`insert into organizations (id, name, contact_email) select ${ID}, 'Many ' || n, 'a@many.example' from ${NUMBERS}`.execute(
    db,
  );
  await sql`insert into organization_accounts (id, org_id, credits) select ${ID}, ${ID}, 0 from ${NUMBERS}`.execute(db);
  await sql`insert into role_grants (resource_id, resource_type, subject_id, subject_type, role)
    select ${ID}, 'organization', ${userId}, 'user', 'owner' from ${NUMBERS}`.execute(db);
  // The lists do not use the hashes.
  await sql`insert into audit_events (id, chain_id, seq, org_id, project_id, actor_type, actor_user_id, event_type, resource_type,
      resource_id, message, labels, payload, occurred_at, created, previous_hash, hash)
    select ${ID}, ${newId()}::uuid, n, ${orgId}, null, 'user', ${userId}, 'organization.updated', 'organization', ${orgId}::text,
      'organization updated', '{}', '{"changed": ["name"]}', now(), now(), sha256('a'), sha256('b') from ${NUMBERS}`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

/** Returns the id in the middle. It is the same in each list. */
async function findMiddleId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select ${ID}::text as id from (select ${ROWS_PER_LIST / 2}::int as n) middle`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database made no id');
  return row.id;
}
