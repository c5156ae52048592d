import { deleteCredential, saveCredential } from '../../../src/connections/credentials.ts';
import type { SourceKindName } from '../../../src/knowledge/sources/contract.ts';
import { KINDS_OF_SOURCES } from '../../../src/knowledge/sources/kinds/index.ts';
import type { SourceConfig } from '../../../src/knowledge/sources/tables.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { checkEach, errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';

/** The configuration of a source: what is given over what it was, over what stands at first. Throws a 422. */
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
      throw errors.invalid(['config', name], `is not for sources of the kind ${kindName}`);
    if (Object.hasOwn(kind.fields, name) && config[name] === undefined)
      throw errors.invalid(['config', name], `is needed by sources of the kind ${kindName}`, 'missing');
  });
  kind.check(config, { settings, orgId });
  return config;
}

/** A secret that is given to a source. */
interface GivenSecret {
  readonly kind: SourceKindName;
  /** Null takes away the one before. */
  readonly secret: string | null | undefined;
  /** The credential of the one before. */
  readonly before: string | null;
}

/** Throws a 422 where the kind takes no secret, or needs one that is not there. */
export function checkSecret({ kind, secret, before }: GivenSecret): void {
  const wants = KINDS_OF_SOURCES[kind].secret;
  if (secret != null && wants === 'none') throw errors.invalid('secret', `is not for sources of the kind ${kind}`);
  const isThere = secret === undefined ? before !== null : secret !== null;
  if (wants === 'needed' && !isThere)
    throw errors.invalid('secret', `is needed by sources of the kind ${kind}`, 'missing');
}

/** Keeps the secret that is given in place of the one before. Answers the credential from then on. */
export async function storeSecret(
  ctx: ApiContext,
  trx: Executor,
  { orgId, projectId }: Pick<Caller, 'orgId' | 'projectId'>,
  { secret, before }: GivenSecret,
): Promise<string | null> {
  if (secret === undefined) return before;
  if (secret === null) {
    if (before !== null) await deleteCredential(trx, before);
    return null;
  }
  const id = before ?? newId();
  await saveCredential(trx, ctx.ring, { id, orgId, projectId, secret: { kind: 'api_key', value: secret } });
  return id;
}
