import type { Db } from '../../platform/db/client.ts';
import type { GuardedClient } from '../../platform/http/guarded-client.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { getSecretForms } from '../redaction.ts';
import { type FreshToken, getFreshToken, ReconnectRequiredError } from '../tokens.ts';
import { getSecretParts, signRequestWith } from './credential.ts';
import { getIntegrationKind } from './kinds/index.ts';
import { refreshTokens } from './oauth/tokens.ts';
import type { IntegrationRow } from './queries.ts';
import type { BuiltRequest } from './request.ts';
import { resolveHost, type ServiceSettings } from './service-settings.ts';

/** Dependencies to get and renew tokens. */
interface AccessContext {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: Pick<GuardedClient, 'fetch'>;
  readonly config: ServiceSettings;
}

/** Returns the base URL of an integration's API. */
export function getBaseUrl(
  config: Pick<ServiceSettings, 'integrationHosts'>,
  { type, config: own }: IntegrationRow,
): string {
  const { service } = getIntegrationKind(type);
  return service ? resolveHost(config, service.baseUrl) : (own.base_url ?? '');
}

/** Whether the calls of an integration are authenticated. */
export function isSigned({ type, config }: IntegrationRow): boolean {
  return getIntegrationKind(type).service !== undefined || (config.credential?.kind ?? 'none') !== 'none';
}

/**
 * Returns a token for the calls of an integration and renews it if needed. `rejectedVersion` is the version that the
 * API rejected. Throws ReconnectRequiredError if a user must authorize.
 */
export function getIntegrationToken(
  ctx: AccessContext,
  row: IntegrationRow,
  signal: AbortSignal,
  rejectedVersion?: number,
): Promise<FreshToken> {
  if (row.credential_id === null) throw new ReconnectRequiredError(row.id, 'the integration is not authorized');
  return getFreshToken(ctx, row.credential_id, {
    signal,
    refresh: (secret, within) => refreshTokens(ctx, getIntegrationKind(row.type), secret, within),
    ...(rejectedVersion === undefined ? {} : { rejectedVersion }),
  });
}

/** Authenticates a request. Returns it with the secret forms that the API may echo. */
export function signRequest(row: IntegrationRow, request: BuiltRequest, { token }: FreshToken) {
  const credential = row.config.credential ?? { kind: 'bearer' as const };
  // An API may echo the user name and the password separately.
  const parts = credential.kind === 'basic' ? getSecretParts(credential, token) : [];
  return { request: signRequestWith(request, credential, token), secrets: [token, ...parts].flatMap(getSecretForms) };
}
