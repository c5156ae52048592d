import { decimal, optional, url } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** Webhook that requests credits. */
interface BillingSettings {
  readonly url: string;
  /** Secret that signs the requests. */
  readonly secret: string;
}

const URL_SETTING = defineSetting(
  'BILLING_WEBHOOK_URL',
  '',
  'URL of the webhook that requests credits according to `auto_topup_config`; add a private host to ALLOW_PRIVATE_ADDRESSES; empty: disabled',
  optional(url('http', 'https')),
);
const SECRET_SETTING = defineSetting(
  'BILLING_WEBHOOK_SECRET',
  '',
  'secret that signs the requests (Standard Webhooks): `whsec_` and at least 24 bytes in Base64',
  optional((value, reject) => {
    const bytes = Buffer.from(value.replace(/^whsec_/, ''), 'base64');
    return value.startsWith('whsec_') && bytes.length >= 24
      ? value
      : reject('must be whsec_ and at least 24 bytes in Base64');
  }),
);

const billing: Setting<BillingSettings | undefined> = {
  rows: [...URL_SETTING.rows, ...SECRET_SETTING.rows],
  read(env) {
    const [url, secret] = [URL_SETTING.read(env), SECRET_SETTING.read(env)];
    if (url === undefined) return undefined;
    if (secret === undefined)
      throw new SettingError('BILLING_WEBHOOK_SECRET', 'is not set; BILLING_WEBHOOK_URL needs it');
    return { url, secret };
  },
};

/** Settings of payment for credits. Amounts are exact decimals. */
export const BILLING = {
  billing,
  usageBasedCredits: defineSetting(
    'USAGE_BASED_CREDITS',
    '0',
    'maximum debt in credits of an organization with `usage_based_pricing_enabled`; 0: it cannot be enabled',
    decimal,
  ),
};
