import type { Executor } from '../../../platform/db/client.ts';
import type { KeyRing } from '../../../platform/keyring.ts';
import { findCredential } from '../../credentials.ts';
import { getIntegrationKind, INTEGRATION_KINDS } from '../kinds/index.ts';
import { type IntegrationRow, isAccountShared } from '../queries.ts';

/**
 * The token to give back to its service when an integration lets go of it; undefined where it has none, or where that could
 * end what others have: at some services one revocation ends all grants of an account.
 */
export async function findTokenToRevoke(
  trx: Executor,
  ring: KeyRing | undefined,
  row: IntegrationRow,
): Promise<string | undefined> {
  const provider = getIntegrationKind(row.type).service?.oauth.provider;
  if (row.credential_id === null || provider === undefined) return undefined;
  const siblings = INTEGRATION_KINDS.filter(({ service }) => service?.oauth.provider === provider);
  const credential = await findCredential(trx, ring, row.credential_id);
  if (credential?.secret.kind !== 'oauth') return undefined;
  const isShared = await isAccountShared(
    trx,
    row,
    siblings.map(({ type }) => type),
  );
  return isShared ? undefined : credential.secret.access_token;
}
