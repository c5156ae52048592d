import { decimal, optional, url } from './parsers.ts';
import { defineSetting, type Setting, SettingError } from './setting.ts';

/** Where credits are asked for. */
export interface BillingSettings {
  readonly url: string;
  /** Signs what is sent there. */
  readonly secret: string;
}

const URL_SETTING = defineSetting(
  'BILLING_WEBHOOK_URL',
  '',
  'address that is asked for credits where `auto_topup_config` wants some; a private one must be among ALLOW_PRIVATE_ADDRESSES; empty: nobody is asked',
  optional(url('http', 'https')),
);
const SECRET_SETTING = defineSetting(
  'BILLING_WEBHOOK_SECRET',
  '',
  'secret that signs these requests as Standard Webhooks has it: `whsec_` and at least 24 bytes in Base64',
  optional((value, reject) => {
    const bytes = Buffer.from(value.replace(/^whsec_/, ''), 'base64');
    return value.startsWith('whsec_') && bytes.length >= 24 ? value : reject('must be whsec_ and 24 bytes in Base64');
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

/** How organizations pay for credits. Amounts of credits are exact decimals. */
export const BILLING = {
  billing,
  usageBasedCredits: defineSetting(
    'USAGE_BASED_CREDITS',
    '0',
    'credits that an organization with `usage_based_pricing_enabled` may owe; 0: it can’t be enabled',
    decimal,
  ),
};
