import { getClientSettingNames, type OAuthClient } from '../../platform/config/integrations.ts';
import type { Config } from '../../platform/config.ts';
import { integrationErrors } from './errors.ts';
import type { IntegrationKind } from './kinds/kind.ts';

/** Settings for services: OAuth clients and host overrides. */
export type ServiceSettings = Pick<Config, 'oauthClients' | 'integrationHosts'>;

/** Applies host overrides from the settings to a service URL. */
export function resolveHost({ integrationHosts }: Pick<ServiceSettings, 'integrationHosts'>, address: string): string {
  const { host, origin } = new URL(address);
  const override = integrationHosts[host];
  return override === undefined ? address : override + address.slice(origin.length);
}

/** Returns the missing settings of a kind. Empty if its service can be authorized or needs no OAuth. */
export function listMissingSettings(
  { oauthClients }: ServiceSettings,
  { service }: IntegrationKind,
): readonly string[] {
  if (!service || oauthClients[service.oauth.provider] !== undefined) return [];
  return getClientSettingNames(service.oauth.provider);
}

/** Returns the OAuth client for a kind's service. Throws a 409 if it is not configured. */
export function getOAuthClient(settings: ServiceSettings, kind: IntegrationKind): OAuthClient {
  const client = kind.service && settings.oauthClients[kind.service.oauth.provider];
  if (!client) throw integrationErrors.notConfigured(kind.type, listMissingSettings(settings, kind));
  return client;
}
