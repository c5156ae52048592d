import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, json } from '../../platform/db/client.ts';
import { newestFirst, type Page, type PageRequest, paginate } from '../../platform/db/pagination.ts';
import { deleteCredential, isAuthorized } from '../credentials.ts';
import { reserveSlug, toSlug } from '../tool-names.ts';
import type { DeclaredTool } from './declaration.ts';
import type { IntegrationConfig, IntegrationStatus, IntegrationsTable } from './tables.ts';
import { getServiceTools, type IntegrationTool, nameTools } from './tools.ts';

/** An integration; `status` says what is true now, also where its token was lost since. */
export type IntegrationRow = Selectable<IntegrationsTable>;

/** Most rows that one statement inserts. */
const INSERT_BATCH_SIZE = 500;

/** What is true of an authorisation now. */
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

/** A live integration of the project. */
export function findIntegration(db: Executor, projectId: string, id: string): Promise<IntegrationRow | undefined> {
  return selectLive(db).where('i.project_id', '=', projectId).where('i.id', '=', id).executeTakeFirst();
}

/** The same integration, which nobody else changes until the transaction ends. */
export function lockIntegration(trx: Executor, projectId: string, id: string): Promise<IntegrationRow | undefined> {
  return selectLive(trx)
    .where('i.project_id', '=', projectId)
    .where('i.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Live integrations of the project by their ids. */
export async function findIntegrations(
  db: Executor,
  projectId: string,
  ids: readonly string[],
): Promise<IntegrationRow[]> {
  if (ids.length === 0) return [];
  return selectLive(db).where('i.project_id', '=', projectId).where('i.id', 'in', ids).execute();
}

/** All live integrations of the project, the oldest first. */
export function listAllIntegrations(db: Executor, projectId: string): Promise<IntegrationRow[]> {
  return selectLive(db).where('i.project_id', '=', projectId).orderBy('i.id').execute();
}

/** An integration of the type: one that may be used before others, then the oldest. Two who look at once find the same. */
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

/** A project's integrations, newest first. */
export function listIntegrations(db: Executor, projectId: string, page: PageRequest): Promise<Page<IntegrationRow>> {
  return paginate(selectLive(db).where('i.project_id', '=', projectId), newestFirst('i.id'), page);
}

/** Whose an integration is. */
export interface IntegrationOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string | null;
}

/** What an integration is made of. */
export interface NewIntegration {
  /** Its credential has the same. */
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: IntegrationConfig;
  readonly status: IntegrationStatus;
  readonly credentialId: string | null;
  /** Tools of its document; none for a known service. */
  readonly tools: readonly DeclaredTool[];
}

/** Makes an integration; belongs into a transaction. */
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

/** Changes an integration that the transaction has locked. */
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

/** Integrations stay for the runs that used them; their secrets and tools go. */
export async function deleteIntegration(trx: Executor, { id, credential_id }: IntegrationRow): Promise<void> {
  if (credential_id !== null) await deleteCredential(trx, credential_id);
  await trx.deleteFrom('integration_tools').where('integration_id', '=', id).execute();
  await trx
    .updateTable('integrations')
    .set({ deleted_at: sql<Date>`now()`, credential_id: null })
    .where('id', '=', id)
    .execute();
}

/** What came of an authorisation. */
export interface AuthorizationResult {
  readonly account: string | null;
  readonly scopes: readonly string[];
  readonly credentialId: string | null;
  readonly userId: string;
}

/** Says that an integration may be used from now on. */
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

/** Says why an authorisation failed; one that is good all the same stays as it is. */
export async function setFailed(trx: Executor, id: string, problem: string): Promise<void> {
  await trx
    .updateTable('integrations')
    .set({ status: 'failed', problem, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`not ${isAuthorized(sql.ref('integrations.credential_id'))}`)
    .execute();
}

/** Says which credential the calls of an integration with a document are signed with from now on, if any. */
export async function setCredential(
  trx: Executor,
  row: IntegrationRow,
  credentialId: string | null,
  userId: string,
): Promise<void> {
  if (credentialId === null && row.credential_id !== null) await deleteCredential(trx, row.credential_id);
  await setAuthorized(trx, row.id, { account: null, scopes: [], credentialId, userId });
}

/** Forgets who authorised an integration that the transaction has locked, and the secret with it. */
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

/** Whether another integration, of whatever project, works with the same account at one of the services; so it may where nobody knows whose it is. */
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

/** All tools of integrations, by the integration's id, each in the order of its declaration. */
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

/** Tools that were read from documents: all, or those of these ids. */
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
