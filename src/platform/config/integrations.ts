import { text } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** Companies whose services people authorise this installation to use. */
export const OAUTH_PROVIDERS = ['github', 'google', 'notion', 'slack'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** What this installation is to a provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** The settings that make the installation a client of a provider. */
export function getClientSettingNames(provider: OAuthProvider): readonly [id: string, secret: string] {
  const name = provider.toUpperCase();
  return [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
}

function defineClient(provider: OAuthProvider, title: string): Setting<OAuthClient | undefined> {
  const [idName, secretName] = getClientSettingNames(provider);
  const id = defineSetting(idName, '', `client id of this installation at ${title}, for integrations`, text);
  const secret = defineSetting(secretName, '', 'its secret', text);
  return {
    rows: [...id.rows, ...secret.rows],
    read(env) {
      const [clientId, clientSecret] = [id.read(env), secret.read(env)];
      if (clientId === '' && clientSecret === '') return undefined;
      if (clientId === '') throw new SettingError(idName, `is not set; ${secretName} is`);
      if (clientSecret === '') throw new SettingError(secretName, `is not set; ${idName} is`);
      return { id: clientId, secret: clientSecret };
    },
  };
}

const CLIENTS = {
  github: defineClient('github', 'GitHub'),
  google: defineClient('google', 'Google'),
  notion: defineClient('notion', 'Notion'),
  slack: defineClient('slack', 'Slack'),
} satisfies Record<OAuthProvider, Setting<OAuthClient | undefined>>;

/** What this installation is to each provider; undefined where it is not known there. */
export type OAuthClients = Readonly<Record<OAuthProvider, OAuthClient | undefined>>;

const oauthClients: Setting<OAuthClients> = {
  rows: Object.values(CLIENTS).flatMap(({ rows }) => rows),
  read: (env) => ({
    github: CLIENTS.github.read(env),
    google: CLIENTS.google.read(env),
    notion: CLIENTS.notion.read(env),
    slack: CLIENTS.slack.read(env),
  }),
};

export const INTEGRATIONS = {
  oauthClients,
  /** Addresses that stand for hosts of services. */
  integrationHosts: defineSetting<Readonly<Record<string, string>>>(
    'INTEGRATION_HOSTS',
    '',
    'addresses in place of hosts of integrations, `host=address` comma-separated, such as `api.github.com=https://github.example.com/api/v3`',
    (value, reject) =>
      Object.fromEntries(
        value
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => {
            const [, host = '', address = ''] = /^\s*([a-z0-9.-]+)=(https?:\/\/[^\s?#@]+)\s*$/.exec(part) ?? [];
            if (!URL.canParse(address)) reject('must be `host=address` with http or https addresses, comma-separated');
            return [host, address.replace(/\/+$/, '')];
          }),
      ),
  ),
};
