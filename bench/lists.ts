import { sql } from 'kysely';
import { OPERATIONS } from '../api/modules.ts';
import { createCursors } from '../api/plugins/pagination.ts';
import { Holdfast, ok } from '../client/index.ts';
import { listMembers } from '../src/access/members.ts';
import { listEvents } from '../src/audit/queries.ts';
import { listOrganizations } from '../src/organizations/queries.ts';
import { type Db, openDatabase } from '../src/platform/db/client.ts';
import { ID_CURSORS } from '../src/platform/db/cursors.ts';
import { newestFirst } from '../src/platform/db/pagination.ts';
import { newId } from '../src/platform/ids.ts';
import { KeyRing } from '../src/platform/keyring.ts';
import { interleaved, type Job, type Pair, type Times } from './measure.ts';
import { ENCRYPTION_KEYS, type Product } from './servers.ts';

/** Rows that each list has. */
export const LISTED = 100_000;
/** Rows of a page. */
const PAGE = 100;

/** Pages of one list: the query run bare stands in the floor's place. */
export interface ListTimes {
  readonly what: string;
  readonly times: Pair<Times>;
}

/** Fills the lists and measures a page from the middle of each, over HTTP and as the bare query on a connection of its own. */
export async function measureLists(product: Product, warmUp: number, runs: number): Promise<ListTimes[]> {
  const db = openDatabase(product.databaseUrl, 2, (error) => console.error(error));
  const { apiKey, orgId, userId } = product.owner;
  const api = new Holdfast({ baseUrl: product.baseUrl, key: apiKey, retries: 0 });
  try {
    await fill(db, product.owner);
    const cursor = await middleId(db);
    const page = { cursor, limit: PAGE, cursors: ID_CURSORS };
    const keys = new KeyRing(ENCRYPTION_KEYS).derived('cursors');
    const place = { org_id: orgId };
    const after = (id: string, by: string) => {
      const list = OPERATIONS.find((op) => op.id === id);
      if (!list) throw new Error(`there is no operation ${id}`);
      const signed = createCursors(keys, list, { params: place, query: {} }).write(newestFirst(by), [cursor]);
      return { params: { path: place, query: { page_limit: PAGE, cursor: signed } } };
    };
    const lists = [
      {
        what: 'organizations',
        read: () => ok(api.get('/api/v1/org', { params: { query: { page_limit: PAGE, cursor } } })),
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
        floor: async () => void (await bare()),
        us: async () => {
          const { results } = await read();
          if (results.length !== PAGE) throw new Error(`the page of ${what} has ${results.length} rows`);
        },
      };
      measured.push({ what, times: await interleaved(jobs, warmUp, runs) });
    }
    return measured;
  } finally {
    await db.destroy();
  }
}

/** Ids that sort by number, as those of version 7 do by time. */
const ID = sql`(lpad(to_hex(n), 12, '0') || '70008000' || substr(md5(n::text), 1, 12))::uuid`;
const NUMBERS = sql`generate_series(1, ${sql.lit(LISTED)}) n`;

async function fill(db: Db, { orgId, userId }: Product['owner']): Promise<void> {
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
  // Hashes are of no interest to a list.
  await sql`insert into audit_events (id, chain_id, seq, org_id, project_id, actor_type, actor_user_id, event_type, resource_type,
      resource_id, message, labels, payload, occurred_at, created, previous_hash, hash)
    select ${ID}, ${newId()}::uuid, n, ${orgId}, null, 'user', ${userId}, 'organization.updated', 'organization', ${orgId}::text,
      'organization updated', '{}', '{"changed": ["name"]}', now(), now(), sha256('a'), sha256('b') from ${NUMBERS}`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

/** The id in the middle, which is the same in each list: they were filled alike. */
async function middleId(db: Db): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select ${ID}::text as id from (select ${LISTED / 2}::int as n) middle`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database made no id');
  return row.id;
}
