import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { SettingError } from '../config.ts';
import * as foundation from '../migrations/0001-foundation.ts';
import * as promises from '../migrations/0002-promises.ts';
import * as changes from '../migrations/0003-changes.ts';
import * as organizations from '../migrations/0005-organizations.ts';
import * as identity from '../migrations/0006-identity.ts';
import * as audit from '../migrations/0007-audit.ts';
import * as idempotencyOwner from '../migrations/0008-idempotency-owner.ts';
import * as runRights from '../migrations/0009-run-rights.ts';
import * as identityHoles from '../migrations/0010-identity-holes.ts';
import * as revisionFields from '../migrations/0011-revision-fields.ts';
import * as runtimeHoles from '../migrations/0013-runtime-holes.ts';
import * as files from '../migrations/0015-files.ts';
import * as chores from '../migrations/0018-chores.ts';
import * as toolKinds from '../migrations/202611220400-tool-kinds.ts';
import * as ownSignIn from '../migrations/202611220535-own-sign-in.ts';
import * as agentTools from '../migrations/202611220545-agent-tools.ts';
import * as tags from '../migrations/202611220600-tags.ts';
import * as versions from '../migrations/202611220634-versions.ts';
import * as skills from '../migrations/202611220700-skills.ts';
import * as connectionSlugs from '../migrations/202611220838-connection-slugs.ts';
import * as connections from '../migrations/202611220840-connections.ts';
import * as mcpServers from '../migrations/202611220845-mcp-servers.ts';
import * as runSkills from '../migrations/202611220915-run-skills.ts';
import * as mcpSessions from '../migrations/202611220918-mcp-sessions.ts';
import * as mcpAuth from '../migrations/202611220947-mcp-auth.ts';
import * as integrations from '../migrations/202611221003-integrations.ts';
import * as provisioning from '../migrations/202611221006-provisioning.ts';
import * as mcpWantedScopes from '../migrations/202611221057-mcp-wanted-scopes.ts';
import * as knowledge from '../migrations/202611221145-knowledge.ts';
import * as documentSpaces from '../migrations/202611221156-document-spaces.ts';
import * as ingestion from '../migrations/202611221210-ingestion.ts';
import * as vectorEditions from '../migrations/202611221218-vector-editions.ts';
import * as collectionSwitches from '../migrations/202611221223-collection-switches.ts';
import * as taskPreparation from '../migrations/202611221238-task-preparation.ts';
import * as knowledgeSources from '../migrations/202611221252-knowledge-sources.ts';
import * as erasing from '../migrations/202611221308-erasing.ts';
import * as collectionSummaries from '../migrations/202611221325-collection-summaries.ts';
import * as modelExclusions from '../migrations/202611221505-model-exclusions.ts';
import * as taskServing from '../migrations/202611221535-task-serving.ts';
import * as triggers from '../migrations/202611221538-triggers.ts';
import * as modelUsage from '../migrations/202611221549-model-usage.ts';
import * as reportingGroups from '../migrations/202611221610-reporting-groups.ts';
import * as forwarders from '../migrations/202611221623-forwarders.ts';
import * as agentToolChoice from '../migrations/202611221630-agent-tool-choice.ts';
import * as publicTasks from '../migrations/202611221633-public-tasks.ts';
import * as taskOutput from '../migrations/202611221644-task-output.ts';
import * as guardrails from '../migrations/202611221650-guardrails.ts';
import * as shares from '../migrations/202611221653-shares.ts';
import * as feedback from '../migrations/202611221812-feedback.ts';
import * as creditLedger from '../migrations/202611221838-credit-ledger.ts';
import * as signInLinks from '../migrations/202611221857-sign-in-links.ts';
import * as evals from '../migrations/202611221905-evals.ts';
import * as reports from '../migrations/202611221909-reports.ts';
import * as topUps from '../migrations/202611221924-top-ups.ts';
import * as reportsWithoutEvals from '../migrations/202611221944-reports-without-evals.ts';
import * as releaseGate from '../migrations/202611221949-release-gate.ts';
import * as begunAhead from '../migrations/202611230056-begun-ahead.ts';
import * as recordsTold from '../migrations/202611230402-records-told.ts';
import * as workflowDue from '../migrations/202611230405-workflow-due.ts';
import * as chosenMails from '../migrations/202611230444-chosen-mails.ts';
import * as modelKeys from '../migrations/202611230530-model-keys.ts';
import * as taskRunTexts from '../migrations/202611231225-task-run-texts.ts';
import * as userLanguage from '../migrations/202611231430-user-language.ts';
import * as approvalFloors from '../migrations/202611240310-approval-floors.ts';
import * as acceptedVisibility from '../migrations/202611240311-accepted-visibility.ts';
import * as modelAnswers from '../migrations/202611240330-model-answers.ts';
import * as approvalsLapse from '../migrations/202611240350-approvals-lapse.ts';
import * as taskTools from '../migrations/202611240400-task-tools.ts';
import * as publishing from '../migrations/202611240420-publishing.ts';
import * as auditPending from '../migrations/202611240421-audit-pending.ts';
import * as oneEngine from '../migrations/202611270001-one-engine.ts';
import * as maintenanceJobs from '../migrations/202611271530-maintenance-jobs.ts';
import * as knowledgeQueries from '../migrations/202611271545-knowledge-queries.ts';
import * as providerOutages from '../migrations/202611271700-provider-outages.ts';
import type { Db } from './client.ts';
import { ensureVectorExtension } from './vector-extension.ts';

/**
 * All migrations in order; forward only. The name of a new one starts with its creation time:
 * `202612311830-what-it-does`.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-promises': promises,
  '0003-changes': changes,
  '0005-organizations': organizations,
  '0006-identity': identity,
  '0007-audit': audit,
  '0008-idempotency-owner': idempotencyOwner,
  '0009-run-rights': runRights,
  '0010-identity-holes': identityHoles,
  '0011-revision-fields': revisionFields,
  '0013-runtime-holes': runtimeHoles,
  '0015-files': files,
  '0018-chores': chores,
  '202611220400-tool-kinds': toolKinds,
  '202611220535-own-sign-in': ownSignIn,
  '202611220545-agent-tools': agentTools,
  '202611220600-tags': tags,
  '202611220634-versions': versions,
  '202611220700-skills': skills,
  '202611220838-connection-slugs': connectionSlugs,
  '202611220840-connections': connections,
  '202611220845-mcp-servers': mcpServers,
  '202611220915-run-skills': runSkills,
  '202611220918-mcp-sessions': mcpSessions,
  '202611220947-mcp-auth': mcpAuth,
  '202611221003-integrations': integrations,
  '202611221006-provisioning': provisioning,
  '202611221057-mcp-wanted-scopes': mcpWantedScopes,
  '202611221145-knowledge': knowledge,
  '202611221156-document-spaces': documentSpaces,
  '202611221210-ingestion': ingestion,
  '202611221218-vector-editions': vectorEditions,
  '202611221223-collection-switches': collectionSwitches,
  '202611221238-task-preparation': taskPreparation,
  '202611221252-knowledge-sources': knowledgeSources,
  '202611221308-erasing': erasing,
  '202611221325-collection-summaries': collectionSummaries,
  '202611221505-model-exclusions': modelExclusions,
  '202611221535-task-serving': taskServing,
  '202611221538-triggers': triggers,
  '202611221549-model-usage': modelUsage,
  '202611221610-reporting-groups': reportingGroups,
  '202611221623-forwarders': forwarders,
  '202611221630-agent-tool-choice': agentToolChoice,
  '202611221633-public-tasks': publicTasks,
  '202611221644-task-output': taskOutput,
  '202611221650-guardrails': guardrails,
  '202611221653-shares': shares,
  '202611221812-feedback': feedback,
  '202611221838-credit-ledger': creditLedger,
  '202611221857-sign-in-links': signInLinks,
  '202611221905-evals': evals,
  '202611221909-reports': reports,
  '202611221924-top-ups': topUps,
  '202611221944-reports-without-evals': reportsWithoutEvals,
  '202611221949-release-gate': releaseGate,
  '202611230056-begun-ahead': begunAhead,
  '202611230402-records-told': recordsTold,
  '202611230405-workflow-due': workflowDue,
  '202611230444-chosen-mails': chosenMails,
  '202611230530-model-keys': modelKeys,
  '202611231225-task-run-texts': taskRunTexts,
  '202611231430-user-language': userLanguage,
  '202611240310-approval-floors': approvalFloors,
  '202611240311-accepted-visibility': acceptedVisibility,
  '202611240330-model-answers': modelAnswers,
  '202611240350-approvals-lapse': approvalsLapse,
  '202611240400-task-tools': taskTools,
  '202611240420-publishing': publishing,
  '202611240421-audit-pending': auditPending,
  '202611270001-one-engine': oneEngine,
  '202611271530-maintenance-jobs': maintenanceJobs,
  '202611271545-knowledge-queries': knowledgeQueries,
  '202611271700-provider-outages': providerOutages,
};

/** Key of the advisory lock that a migrating session holds. */
const MIGRATION_LOCK = 5_713_904_261;

/**
 * Migrates the schema to this build. Returns the names of the applied migrations. Throws on the first failure.
 * Concurrent processes wait for the one that migrates; `log` receives a line about the wait.
 */
export function migrate(db: Db, log: (line: string) => void = () => undefined): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await acquireLock(connection, log);
    try {
      await ensureVectorExtension(connection);
      const { error, results } = await createMigrator(connection).migrateToLatest();
      if (error) throw error;
      return (results ?? []).map((result) => result.migrationName);
    } finally {
      // If this fails, the connection is gone and so is its lock.
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection).catch(() => undefined);
    }
  });
}

async function acquireLock(connection: Db, log: (line: string) => void): Promise<void> {
  const attempt = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`.execute(
    connection,
  );
  if (attempt.rows[0]?.taken) return;
  log(`${await describeLockHolder(connection)} is migrating this database; waiting for it to end`);
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
}

/** Describes the holder of the lock, as far as this role can see it. */
async function describeLockHolder(connection: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; address: string | null; since: string | null }>`
    select l.pid, host(a.client_addr) as address, to_char(a.backend_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) + l.objid::bigint = ${MIGRATION_LOCK}`.execute(connection);
  const [row] = rows;
  if (!row) return 'another process';
  return `another process (${row.address ?? 'local'}, connected since ${row.since}, backend ${row.pid})`;
}

/** Returns whether the database has every migration of this build. A process is not ready on an older schema. */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  // The migrator would read every column of every table to find its own.
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return false;
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  return Object.keys(MIGRATIONS).every((name) => names.has(name));
}

/** Throws a SettingError if the schema is older than this build or the database cannot be reached. */
export async function assertSchemaCurrent(db: Db): Promise<void> {
  await assertDatabaseReachable(db);
  if (await isSchemaCurrent(db)) return;
  throw new SettingError('DATABASE_URL', 'the schema is older than this build; run `npm run migrate` first');
}

/** Throws a SettingError if the database cannot be reached. */
export async function assertDatabaseReachable(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new SettingError('DATABASE_URL', `the database can't be reached (${getErrorMessage(error)})`);
  }
}

function createMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
}

function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
