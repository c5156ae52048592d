import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, json } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { deleteCredential, isAuthorized } from '../credentials.ts';
import { reserveSlug, toSlug } from '../tool-names.ts';
import type { DeclaredTool } from './declaration.ts';
import type { IntegrationConfig, IntegrationStatus, IntegrationsTable } from './tables.ts';
import { getServiceTools, type IntegrationTool, nameTools } from './tools.ts';

/** An integration. `status` reflects a lost token. */
export type IntegrationRow = Selectable<IntegrationsTable>;

/** Rows that one statement inserts. */
const INSERT_BATCH_SIZE = 500;

/** Current authorization status. */
const CURRENT_STATUS: RawBuilder<IntegrationStatus> = sql<IntegrationStatus>`
  case when i.status = 'authorized' and i.credential_id is not null and not ${isAuthorized(sql.ref('i.credential_id'))}
    then 'needs_authorization' else i.status end`;

function selectLive(db: Executor) {
  return db
    .selectFrom('integrations as i')
    .selectAll('i')
    .select(CURRENT_STATUS.as('status'))
    .where('i.deleted_at', 'is', null);
}

/** Finds an integration of the project that is not deleted. */
export function findIntegration(db: Executor, projectId: string, id: string): Promise<IntegrationRow | undefined> {
  return selectLive(db).where('i.project_id', '=', projectId).where('i.id', '=', id).executeTakeFirst();
}

/** Finds and locks an integration until the end of the transaction. */
export function lockIntegration(trx: Executor, projectId: string, id: string): Promise<IntegrationRow | undefined> {
  return selectLive(trx)
    .where('i.project_id', '=', projectId)
    .where('i.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Finds integrations of the project by ID. */
export async function findIntegrations(
  db: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<IntegrationRow[]> {
  if (ids.length === 0) return [];
  return selectLive(db).where('i.project_id', '=', projectId).where('i.id', 'in', ids).execute();
}

/** Lists all integrations of the project, oldest first. */
export function listAllIntegrations(db: Executor, projectId: string): Promise<IntegrationRow[]> {
  return selectLive(db).where('i.project_id', '=', projectId).orderBy('i.id').execute();
}

/** Finds the oldest integration of a type, authorized ones first. A lock serializes concurrent callers. */
export async function findIntegrationOfType(
  trx: Executor,
  projectId: string,
  type: string,
): Promise<IntegrationRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integration ${projectId} ${type}`}, 0))`.execute(trx);
  return selectLive(trx)
    .where('i.project_id', '=', projectId)
    .where('i.type', '=', type)
    .orderBy(sql`${CURRENT_STATUS} = 'authorized' desc`)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst();
}

/** Lists integrations of a project, newest first. */
export function listIntegrations(db: Executor, projectId: string, page: PageRequest): Promise<Page<IntegrationRow>> {
  return paginate(selectLive(db).where('i.project_id', '=', projectId), sortByNewest('i.id'), page);
}

/** Owner of an integration. */
interface IntegrationOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string | null;
}

/** Fields of a new integration. */
interface NewIntegration {
  /** Also the ID of its credential. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: IntegrationConfig;
  readonly status: IntegrationStatus;
  readonly credentialId: string | null;
  /** Tools of its document. Empty for a known service. */
  readonly tools: readonly DeclaredTool[];
}

/** Creates an integration. Requires a transaction. */
export async function createIntegration(
  trx: Executor,
  owner: IntegrationOwner,
  integration: NewIntegration,
): Promise<IntegrationRow> {
  const slug = await reserveSlug(trx, owner.projectId, toSlug(integration.name, integration.type));
  const row = await trx
    .insertInto('integrations')
    .values({
      id: integration.id,
      org_id: owner.orgId,
      project_id: owner.projectId,
      type: integration.type,
      name: integration.name,
      slug,
      config: json(integration.config),
      status: integration.status,
      credential_id: integration.credentialId,
      created_by: owner.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const rows = nameTools(slug, integration.tools).map(({ name, declared }, position) => ({
    integration_id: integration.id,
    position,
    tool_id: declared.id,
    name,
    declared: json(declared),
  }));
  for (let at = 0; at < rows.length; at += INSERT_BATCH_SIZE)
    await trx
      .insertInto('integration_tools')
      .values(rows.slice(at, at + INSERT_BATCH_SIZE))
      .execute();
  return row;
}

/** Updates an integration. Requires its lock. */
export async function updateIntegration(
  trx: Executor,
  id: string,
  fields: { readonly name?: string; readonly config?: IntegrationConfig },
): Promise<void> {
  const { name, config } = fields;
  await trx
    .updateTable('integrations')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(config === undefined ? {} : { config: json(config) }),
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Marks an integration as deleted, and deletes its secret and tools. Runs that used it stay readable. */
export async function deleteIntegration(trx: Executor, { id, credential_id }: IntegrationRow): Promise<void> {
  if (credential_id !== null) await deleteCredential(trx, credential_id);
  await trx.deleteFrom('integration_tools').where('integration_id', '=', id).execute();
  await trx
    .updateTable('integrations')
    .set({ deleted_at: sql<Date>`now()`, credential_id: null })
    .where('id', '=', id)
    .execute();
}

/** Result of an authorization. */
interface AuthorizationResult {
  readonly account: string | null;
  readonly scopes: readonly string[];
  readonly credentialId: string | null;
  readonly userId: string;
}

/** Marks an integration as authorized. */
export async function setAuthorized(trx: Executor, id: string, by: AuthorizationResult): Promise<void> {
  await trx
    .updateTable('integrations')
    .set({
      status: 'authorized',
      problem: null,
      account: by.account,
      scopes: [...by.scopes],
      credential_id: by.credentialId,
      authorized_by: by.userId,
      authorized_at: sql<Date>`now()`,
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Records why an authorization failed, unless the current one still works. */
export async function setFailed(trx: Executor, id: string, problem: string): Promise<void> {
  await trx
    .updateTable('integrations')
    .set({ status: 'failed', problem, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`not ${isAuthorized(sql.ref('integrations.credential_id'))}`)
    .execute();
}

/** Sets or removes the credential of an integration with a document. */
export async function setCredential(
  trx: Executor,
  row: IntegrationRow,
  credentialId: string | null,
  userId: string,
): Promise<void> {
  if (credentialId === null && row.credential_id !== null) await deleteCredential(trx, row.credential_id);
  await setAuthorized(trx, row.id, { account: null, scopes: [], credentialId, userId });
}

/** Removes the authorization of a locked integration, and its secret. */
export async function setDisconnected(trx: Executor, { id, credential_id }: IntegrationRow): Promise<void> {
  if (credential_id !== null) await deleteCredential(trx, credential_id);
  await trx
    .updateTable('integrations')
    .set({
      status: 'disconnected',
      problem: null,
      account: null,
      scopes: [],
      credential_id: null,
      authorized_by: null,
      authorized_at: null,
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Whether another integration of any project uses the same account. True if the account is unknown. */
export async function isAccountShared(db: Executor, row: IntegrationRow, types: readonly string[]): Promise<boolean> {
  if (row.account === null) return true;
  const other = await db
    .selectFrom('integrations as i')
    .select('i.id')
    .where('i.id', '<>', row.id)
    .where('i.type', 'in', types)
    .where('i.account', '=', row.account)
    .where('i.credential_id', 'is not', null)
    .where('i.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the tools of integrations by ID, in the order of declaration. */
export async function getIntegrationTools(
  db: Executor,
  integrations: readonly Pick<IntegrationRow, 'id' | 'type' | 'slug'>[],
  toolIds?: readonly string[],
): Promise<Map<string, readonly IntegrationTool[]>> {
  const found = new Map(integrations.map((row) => [row.id, getServiceTools(row)] as const));
  const read = integrations.filter(({ id }) => found.get(id) === undefined).map(({ id }) => id);
  const rows = read.length === 0 ? [] : await selectStoredTools(db, read, toolIds);
  return new Map(
    [...found].map(([id, known]) => [id, known ?? rows.filter((row) => row.integration_id === id)] as const),
  );
}

/** Returns stored tools of documents: all, or those with these IDs. */
function selectStoredTools(db: Executor, integrationIds: readonly string[], toolIds: readonly string[] | undefined) {
  let rows = db
    .selectFrom('integration_tools')
    .select(['integration_id', 'name', 'declared'])
    .where('integration_id', 'in', integrationIds)
    .orderBy('integration_id')
    .orderBy('position');
  if (toolIds !== undefined) rows = rows.where('tool_id', '=', sql<string>`any(${[...toolIds]}::text[])`);
  return rows.execute();
}
