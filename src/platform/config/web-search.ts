import { oneOf, optional, text } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** Web search providers. */
const SEARCH_PROVIDERS = ['searxng', 'brave', 'tavily', 'model'] as const;
export type SearchProviderName = (typeof SEARCH_PROVIDERS)[number];

/** Web search configuration. */
export interface WebSearchSettings {
  readonly provider: SearchProviderName;
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly key: string | undefined;
  /** Name of the search model if the provider is `model`. */
  readonly model: string | undefined;
}

const PROVIDER_SETTING = defineSetting(
  'WEB_SEARCH_PROVIDER',
  '',
  'web search provider for tasks: `searxng`, `brave`, `tavily`, or `model` for an OpenAI-compatible search model; empty: none',
  optional(oneOf(...SEARCH_PROVIDERS)),
);
const URL_SETTING = defineSetting(
  'WEB_SEARCH_URL',
  '',
  'URL of the provider, such as `http://searxng:8080`; add a private host to ALLOW_PRIVATE_ADDRESSES; optional for Brave and Tavily',
  optional((value, reject) =>
    /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value)
      ? value.replace(/\/+$/, '')
      : reject('must be an http or https URL without credentials'),
  ),
);
const KEY_SETTING = defineSetting(
  'WEB_SEARCH_KEY',
  '',
  'API key of the provider; required for Brave and Tavily',
  optional(text),
);
const MODEL_SETTING = defineSetting(
  'WEB_SEARCH_MODEL',
  '',
  'name of the search model for provider `model`',
  optional(text),
);

const DEFAULT_URLS: Readonly<Partial<Record<SearchProviderName, string>>> = {
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
};

const webSearch: Setting<WebSearchSettings | undefined> = {
  rows: [PROVIDER_SETTING, URL_SETTING, KEY_SETTING, MODEL_SETTING].flatMap(({ rows }) => rows),
  read(env) {
    const provider = PROVIDER_SETTING.read(env);
    const [configuredUrl, key, model] = [URL_SETTING.read(env), KEY_SETTING.read(env), MODEL_SETTING.read(env)];
    if (provider === undefined) return undefined;
    const url = configuredUrl ?? DEFAULT_URLS[provider];
    if (url === undefined) throw new SettingError('WEB_SEARCH_URL', `is not set; ${provider} needs it`);
    if (key === undefined && DEFAULT_URLS[provider] !== undefined)
      throw new SettingError('WEB_SEARCH_KEY', `is not set; ${provider} needs it`);
    if (provider === 'model' && model === undefined)
      throw new SettingError('WEB_SEARCH_MODEL', 'is not set; it names the search model');
    return { provider, url, key, model };
  },
};

export const WEB_SEARCH = { webSearch };
