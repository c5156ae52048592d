import type { Db } from '../../platform/db/client.ts';
import type { GuardedClient } from '../../platform/http/guarded.ts';
import type { KeyRing } from '../../platform/keyring.ts';
import { getSecretForms } from '../redaction.ts';
import { type FreshToken, getFreshToken, ReconnectRequiredError } from '../tokens.ts';
import { getSecretParts, signRequestWith } from './credential.ts';
import { getIntegrationKind } from './kinds/index.ts';
import { refreshTokens } from './oauth/tokens.ts';
import type { IntegrationRow } from './queries.ts';
import type { BuiltRequest } from './request.ts';
import { resolveHost, type ServiceSettings } from './service-settings.ts';

/** What tokens are found and renewed with. */
export interface AccessContext {
  readonly db: Db;
  readonly ring: KeyRing | undefined;
  readonly http: Pick<GuardedClient, 'fetch'>;
  readonly config: ServiceSettings;
}

/** Where the API of an integration is. */
export function getBaseUrl(
  config: Pick<ServiceSettings, 'integrationHosts'>,
  { type, config: own }: IntegrationRow,
): string {
  const { service } = getIntegrationKind(type);
  return service ? resolveHost(config, service.baseUrl) : (own.base_url ?? '');
}

/** Whether the calls of an integration are signed at all. */
export function isSigned({ type, config }: IntegrationRow): boolean {
  return getIntegrationKind(type).service !== undefined || (config.credential?.kind ?? 'none') !== 'none';
}

/**
 * What an integration's calls are signed with, renewed where it has to be; `rejectedVersion` is the one that the API refused.
 * Throws ReconnectNeeded where a person has to authorise it.
 */
export function getIntegrationToken(
  ctx: AccessContext,
  row: IntegrationRow,
  signal: AbortSignal,
  rejectedVersion?: number,
): Promise<FreshToken> {
  if (row.credential_id === null) throw new ReconnectRequiredError(row.id, 'nobody has authorised it');
  return getFreshToken(ctx, row.credential_id, {
    signal,
    refresh: (secret, within) => refreshTokens(ctx, getIntegrationKind(row.type), secret, within),
    ...(rejectedVersion === undefined ? {} : { rejectedVersion }),
  });
}

/** A request signed with a token, and the forms in which an API may tell that again. */
export function signRequest(row: IntegrationRow, request: BuiltRequest, { token }: FreshToken) {
  const credential = row.config.credential ?? { kind: 'bearer' as const };
  // Of user and password an API may tell each by itself.
  const parts = credential.kind === 'basic' ? getSecretParts(credential, token) : [];
  return { request: signRequestWith(request, credential, token), secrets: [token, ...parts].flatMap(getSecretForms) };
}
