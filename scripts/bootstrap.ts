import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createDemo, createFoundation } from '../src/bootstrap.ts';
import { createOwnerLink } from '../src/identity/sign-in-links.ts';
import { generatePassword } from '../src/organizations/owner-recovery.ts';
import { type Config, SettingError } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { type DevFile, devFilePath, readDevFile } from '../src/platform/local/dev-file.ts';
import { pgliteUrl } from '../src/platform/local/pglite-address.ts';
import { loadModels } from '../src/platform/models/catalogue.ts';
import { runProcess } from '../src/platform/process.ts';
import { openServices } from '../src/services.ts';

/** First start: with MIGRATE=1 the schema, then an organization with all that is needed to try the product. Prints one JSON line. */
async function main(): Promise<number> {
  // What is open is closed with the end of this function: nothing may still be asked of it then.
  await using services = await openServices('migrator', ['config', 'db']);
  const { config, db } = services;
  if (process.env.MIGRATE === '1') await migrate(db, (line) => process.stderr.write(`${line}\n`));
  const first = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
  if (first) {
    refreshDevFile(config);
    return await answer(db, config, false);
  }
  const models = await loadModels(config);
  const model = models.all().find((candidate) => !candidate.retired && candidate.supports_tools);
  if (!model) throw new SettingError('MODELS_FILE', 'names no model that can use tools');
  const names = { organization: 'My organization', project: 'My project', email: config.ownerEmail };
  const password = generatePassword();
  const made = await createFoundation(db, { ...names, credits: config.initialCredits, password });
  const demo = await createDemo(db, made, model);
  writeDevFile(config, { ...made, ...demo }, password);
  return await answer(db, config, true);
}

/** Says what was done, with a link for the owner of this folder where there is one. */
async function answer(db: Db, config: Config, created: boolean): Promise<number> {
  const link = existsSync(devFilePath(config.dataDir))
    ? await createOwnerLink(db, readDevFile(config.dataDir))
    : undefined;
  process.stdout.write(`${JSON.stringify({ created, sign_in_link: link })}\n`);
  return 0;
}

type Made = Awaited<ReturnType<typeof createFoundation>> & Awaited<ReturnType<typeof createDemo>>;

function addressesOf(config: Config) {
  return {
    base_url: `${config.publicUrl}/api/v1`,
    auth_url: `${config.publicUrl}/auth`,
    console_url: config.publicUrl,
    temporal_address: config.temporalAddress ?? '',
    temporal_namespace: config.temporalNamespace,
    database_port: isEmbedded(config) ? config.embeddedPostgresPort : null,
  };
}

/** Whether the database is the embedded one of this folder. */
function isEmbedded({ databaseUrl, dataDir, embeddedPostgresPort }: Config): boolean {
  return databaseUrl === pgliteUrl(dataDir, embeddedPostgresPort);
}

function writeDevFile(config: Config, made: Made, password: string): void {
  mkdirSync(config.dataDir, { recursive: true });
  save(config, {
    ...addressesOf(config),
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
  if (!existsSync(devFilePath(config.dataDir))) {
    process.stderr.write(
      `the database has an organization already, and ${devFilePath(config.dataDir)}, which would hold its first key, is not here; \`npm run owner -- --email ADDRESS\` gives an owner a new password and key\n`,
    );
    return;
  }
  save(config, { ...readDevFile(config.dataDir), ...addressesOf(config) });
}

function save(config: Config, file: DevFile): void {
  writeFileSync(devFilePath(config.dataDir), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
}

await runProcess(main);
