import { dropCredential, saveCredential } from '../../../src/connections/credentials.ts';
import { sourceProblems } from '../../../src/knowledge/problems.ts';
import type { SourceKindName } from '../../../src/knowledge/sources/contract.ts';
import { KINDS_OF_SOURCES } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceConfig } from '../../../src/knowledge/sources/tables.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { checkEach, errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';

/** Merges the sent configuration of a source with its current one and the defaults. Throws a 422. */
export function configOf(
  { config: settings }: Pick<ApiContext, 'config'>,
  { orgId }: Pick<Caller, 'orgId'>,
  kindName: SourceKindName,
  given: SourceConfig,
  before: SourceConfig = {},
): SourceConfig {
  const kind = KINDS_OF_SOURCES[kindName];
  const config = Object.fromEntries(
    Object.entries(kind.fields).map(([name, { initial }]) => [name, given[name] ?? before[name] ?? initial]),
  );
  const named = Object.keys({ ...config, ...given });
  checkEach(named, (name) => {
    if (given[name] !== undefined && !Object.hasOwn(kind.fields, name))
      throw errors.invalid(['config', name], sourceProblems.source_setting_not_used({ kind: kindName }));
    if (Object.hasOwn(kind.fields, name) && config[name] === undefined)
      throw errors.invalid(['config', name], sourceProblems.source_setting_required({ kind: kindName }));
  });
  kind.check(config, { settings, orgId });
  return config;
}

/** Secret that a request sets. */
interface GivenSecret {
  readonly kind: SourceKindName;
  /** Null removes the current secret. */
  readonly secret: string | null | undefined;
  /** Credential of the current secret. */
  readonly before: string | null;
}

/** Throws a 422 if the kind has no secret, or requires one that is missing. */
export function checkSecret({ kind, secret, before }: GivenSecret): void {
  const wants = KINDS_OF_SOURCES[kind].secret;
  if (secret != null && wants === 'none')
    throw errors.invalid('secret', sourceProblems.source_secret_not_used({ kind }));
  const isThere = secret === undefined ? before !== null : secret !== null;
  if (wants === 'needed' && !isThere) throw errors.invalid('secret', sourceProblems.source_secret_required({ kind }));
}

/** Stores the sent secret in place of the current one. Returns the credential to use. */
export async function storeSecret(
  ctx: ApiContext,
  trx: Executor,
  { orgId, projectId }: Pick<Caller, 'orgId' | 'projectId'>,
  { secret, before }: GivenSecret,
): Promise<string | null> {
  if (secret === undefined) return before;
  if (secret === null) {
    if (before !== null) await dropCredential(trx, before);
    return null;
  }
  const id = before ?? newId();
  await saveCredential(trx, ctx.ring, { id, orgId, projectId, secret: { kind: 'api_key', value: secret } });
  return id;
}
