import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createDemo, createFoundation } from '../src/bootstrap.ts';
import { createOwnerLink } from '../src/identity/sign-in-links.ts';
import { generatePassword } from '../src/organizations/owner-recovery.ts';
import { type Config, SettingError } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { type DevFile, getDevFilePath, readDevFile } from '../src/platform/local/dev-file.ts';
import { getPgliteUrl } from '../src/platform/local/pglite-address.ts';
import { loadModels } from '../src/platform/models/catalog.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

/**
 * First start: with MIGRATE=1 migrates the schema, then creates an organization with everything to try the product.
 * Prints one JSON line.
 */
async function main(): Promise<number> {
  // The services are disposed at the end of this function.
  await using services = await openServices('migrator', ['config', 'db']);
  const { config, db } = services;
  if (process.env.MIGRATE === '1') await migrate(db, (line) => process.stderr.write(`${line}\n`));
  const first = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  if (first) {
    refreshDevFile(config);
    return await printResult(db, config, false);
  }
  const models = await loadModels(config);
  const model = models.all().find((candidate) => !candidate.retired && candidate.supports_tools);
  if (!model) throw new SettingError('MODELS_FILE', 'names no model that can use tools');
  const names = { organization: 'My organization', project: 'My project', email: config.ownerEmail };
  const password = generatePassword();
  const made = await createFoundation(db, { ...names, credits: config.initialCredits, password });
  const demo = await createDemo(db, made, model);
  writeDevFile(config, { ...made, ...demo }, password);
  return await printResult(db, config, true);
}

/** Prints the result, with a sign-in link for the owner if the database belongs to this folder. */
async function printResult(db: Db, config: Config, created: boolean): Promise<number> {
  const link = existsSync(getDevFilePath(config.dataDir))
    ? await createOwnerLink(db, readDevFile(config.dataDir))
    : undefined;
  process.stdout.write(`${JSON.stringify({ created, sign_in_link: link })}\n`);
  return 0;
}

type CreatedRecords = Awaited<ReturnType<typeof createFoundation>> & Awaited<ReturnType<typeof createDemo>>;

function getAddresses(config: Config) {
  return {
    base_url: `${config.publicUrl}/api/v1`,
    auth_url: `${config.publicUrl}/auth`,
    console_url: config.publicUrl,
    temporal_address: config.temporalAddress ?? '',
    temporal_namespace: config.temporalNamespace,
    database_port: isEmbedded(config) ? config.embeddedPostgresPort : null,
  };
}

/** Returns whether the database is the embedded one of this folder. */
function isEmbedded({ databaseUrl, dataDir, embeddedPostgresPort }: Config): boolean {
  return databaseUrl === getPgliteUrl(dataDir, embeddedPostgresPort);
}

function writeDevFile(config: Config, made: CreatedRecords, password: string): void {
  mkdirSync(config.dataDir, { recursive: true });
  writeDevFileOf(config, {
    ...getAddresses(config),
    org_id: made.orgId,
    project_id: made.projectId,
    api_key: made.apiKey,
    user_email: made.email,
    user_password: password,
    task_id: made.taskId,
    agent_id: made.agentId,
  });
}

/** Ports may have changed since the first start. */
function refreshDevFile(config: Config): void {
  if (!existsSync(getDevFilePath(config.dataDir))) {
    process.stderr.write(
      `the database has an organization already, and ${getDevFilePath(config.dataDir)}, which would hold its first key, is not here; \`npm run owner -- --email ADDRESS\` gives an owner a new password and key\n`,
    );
    return;
  }
  writeDevFileOf(config, { ...readDevFile(config.dataDir), ...getAddresses(config) });
}

function writeDevFileOf(config: Config, file: DevFile): void {
  writeFileSync(getDevFilePath(config.dataDir), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
}

await runProcess(main);
