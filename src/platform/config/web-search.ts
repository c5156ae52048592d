import { oneOf, optional, text } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** What searches the web. */
export const SEARCH_PROVIDERS = ['searxng', 'brave', 'tavily', 'model'] as const;
export type SearchProviderName = (typeof SEARCH_PROVIDERS)[number];

/** How the web is searched. */
export interface WebSearchSettings {
  readonly provider: SearchProviderName;
  /** Address without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  /** Name of the search model, where the provider is one. */
  readonly model: string | undefined;
}

const PROVIDER_SETTING = defineSetting(
  'WEB_SEARCH_PROVIDER',
  '',
  'what searches the web for tasks: `searxng`, `brave`, `tavily`, or `model` for a search model that speaks as OpenAI does; empty: none',
  optional(oneOf(...SEARCH_PROVIDERS)),
);
const URL_SETTING = defineSetting(
  'WEB_SEARCH_URL',
  '',
  'its address, such as `http://searxng:8080`; a private one must be among ALLOW_PRIVATE_ADDRESSES; Brave and Tavily have one',
  optional((value, reject) =>
    /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value)
      ? value.replace(/\/+$/, '')
      : reject('must be an http or https address without credentials'),
  ),
);
const KEY_SETTING = defineSetting('WEB_SEARCH_KEY', '', 'its key; Brave and Tavily need one', optional(text));
const MODEL_SETTING = defineSetting('WEB_SEARCH_MODEL', '', 'name of the search model, for `model`', optional(text));

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
