import { clientSettings, type OAuthClient } from '../../platform/config/integrations.ts';
import type { Config } from '../../platform/config.ts';
import { integrationErrors } from './errors.ts';
import type { IntegrationKind } from './kinds/kind.ts';

/** What the installation is told about the services: who it is to them, and where they are. */
export type ServiceSettings = Pick<Config, 'oauthClients' | 'integrationHosts'>;

/** Where an address of a service is really reached: settings may name another place for its host. */
export function resolveHost({ integrationHosts }: Pick<ServiceSettings, 'integrationHosts'>, address: string): string {
  const { host, origin } = new URL(address);
  const override = integrationHosts[host];
  return override === undefined ? address : override + address.slice(origin.length);
}

/** The settings that are missing for a kind; none where its services can be authorised, or need no OAuth. */
export function missingSettings({ oauthClients }: ServiceSettings, { service }: IntegrationKind): readonly string[] {
  if (!service || oauthClients[service.oauth.provider] !== undefined) return [];
  return clientSettings(service.oauth.provider);
}

/** What this installation is to a kind's service. Throws a 409 where it is not known there. */
export function getOAuthClient(settings: ServiceSettings, kind: IntegrationKind): OAuthClient {
  const client = kind.service && settings.oauthClients[kind.service.oauth.provider];
  if (!client) throw integrationErrors.notConfigured(kind.type, missingSettings(settings, kind));
  return client;
}
