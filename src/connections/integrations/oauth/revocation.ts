import type { Executor } from '../../../platform/db/client.ts';
import type { KeyRing } from '../../../platform/keyring.ts';
import { findCredential } from '../../credentials.ts';
import { getIntegrationKind, INTEGRATION_KINDS } from '../kinds/index.ts';
import { type IntegrationRow, isAccountShared } from '../queries.ts';

/**
 * Returns the token to revoke when an integration releases it. Undefined if it has none, or if revocation could end
 * other grants of the account.
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
