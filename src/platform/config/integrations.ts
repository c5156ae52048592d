import { text } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** OAuth providers of integrations. */
const OAUTH_PROVIDERS = ['github', 'google', 'notion', 'slack'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

/** OAuth client of this installation at a provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

/** Returns the names of the settings for the provider's client id and secret. */
export function getClientSettingNames(provider: OAuthProvider): readonly [id: string, secret: string] {
  const name = provider.toUpperCase();
  return [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];
}

function defineClient(provider: OAuthProvider, title: string): Setting<OAuthClient | undefined> {
  const [idName, secretName] = getClientSettingNames(provider);
  const id = defineSetting(idName, '', `OAuth client ID for integrations with ${title}`, text);
  const secret = defineSetting(secretName, '', `OAuth client secret for ${title}`, text);
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

/** OAuth client for each provider; undefined if not configured. */
type OAuthClients = Readonly<Record<OAuthProvider, OAuthClient | undefined>>;

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
  /** Addresses that replace hosts of services. */
  integrationHosts: defineSetting<Readonly<Record<string, string>>>(
    'INTEGRATION_HOSTS',
    '',
    'URLs that replace hosts of integrations, `host=url` comma-separated, such as `api.github.com=https://github.example.com/api/v3`',
    (value, reject) =>
      Object.fromEntries(
        value
          .split(',')
          .filter((part) => part.trim() !== '')
          .map((part) => {
            const [, host = '', address = ''] = /^\s*([a-z0-9.-]+)=(https?:\/\/[^\s?#@]+)\s*$/.exec(part) ?? [];
            if (!URL.canParse(address)) reject('must be `host=url` with http or https URLs, comma-separated');
            return [host, address.replace(/\/+$/, '')];
          }),
      ),
  ),
};
