import { deleteCredential, saveCredential } from '../../../src/connections/credentials.ts';
import { sourceProblems } from '../../../src/knowledge/problems.ts';
import type { SourceKindName } from '../../../src/knowledge/sources/contract.ts';
import { SOURCE_KIND_DEFINITIONS } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceRow } from '../../../src/knowledge/sources/queries.ts';
import type { SourceConfig } from '../../../src/knowledge/sources/tables.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { checkEach, errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';

/** Merges the sent configuration of a source with its current one and the defaults. Throws a 422. */
export function resolveConfig(
  { config: settings }: Pick<ApiContext, 'config'>,
  { orgId }: Pick<Caller, 'orgId'>,
  kindName: SourceKindName,
  sent: SourceConfig,
  current: SourceConfig = {},
): SourceConfig {
  const kind = SOURCE_KIND_DEFINITIONS[kindName];
  const config = Object.fromEntries(
    Object.entries(kind.fields).map(([name, { initial }]) => [name, sent[name] ?? current[name] ?? initial]),
  );
  const names = Object.keys({ ...config, ...sent });
  checkEach(names, (name) => {
    if (sent[name] !== undefined && !Object.hasOwn(kind.fields, name))
      throw errors.invalid(['config', name], sourceProblems.source_setting_not_used({ kind: kindName }));
    if (Object.hasOwn(kind.fields, name) && config[name] === undefined)
      throw errors.invalid(['config', name], sourceProblems.source_setting_required({ kind: kindName }));
  });
  kind.check(config, { settings, orgId });
  return config;
}

/**
 * Throws a 422 if a stored secret would be sent to another server: people who may edit a source cannot read its secret
 * that way. S3 requests carry a signature instead.
 */
export function assertSecretStays(
  { kind, config, credential_id }: Pick<SourceRow, 'kind' | 'config' | 'credential_id'>,
  changed: SourceConfig,
  secret: string | null | undefined,
): void {
  if (credential_id === null || secret !== undefined) return;
  const { fields } = SOURCE_KIND_DEFINITIONS[kind];
  const setting = Object.keys(fields).find((name) => fields[name]?.receivesSecret && changed[name] !== config[name]);
  if (setting !== undefined) throw errors.invalid('secret', sourceProblems.source_secret_for_other_server({ setting }));
}

/** Secret that a request sets. */
interface SecretChange {
  readonly kind: SourceKindName;
  /** Null removes the current secret. */
  readonly secret: string | null | undefined;
  /** Credential of the current secret. */
  readonly currentCredentialId: string | null;
}

/** Throws a 422 if the kind has no secret, or requires one that is missing. */
export function assertSecret({ kind, secret, currentCredentialId }: SecretChange): void {
  const requirement = SOURCE_KIND_DEFINITIONS[kind].secret;
  if (secret != null && requirement === 'none')
    throw errors.invalid('secret', sourceProblems.source_secret_not_used({ kind }));
  const hasSecret = secret === undefined ? currentCredentialId !== null : secret !== null;
  if (requirement === 'needed' && !hasSecret)
    throw errors.invalid('secret', sourceProblems.source_secret_required({ kind }));
}

/** Stores the sent secret in place of the current one. Returns the credential to use. */
export async function storeSecret(
  ctx: ApiContext,
  trx: Executor,
  { orgId, projectId }: Pick<Caller, 'orgId' | 'projectId'>,
  { secret, currentCredentialId }: SecretChange,
): Promise<string | null> {
  if (secret === undefined) return currentCredentialId;
  if (secret === null) {
    if (currentCredentialId !== null) await deleteCredential(trx, currentCredentialId);
    return null;
  }
  const id = currentCredentialId ?? newId();
  await saveCredential(trx, ctx.ring, { id, orgId, projectId, secret: { kind: 'api_key', value: secret } });
  return id;
}
