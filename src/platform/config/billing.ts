import { decimal, optional, url } from './parsers.ts';
import { type Setting, SettingError, setting } from './setting.ts';

/** Where credits are asked for. */
export interface BillingSettings {
  readonly url: string;
  /** Signs what is sent there. */
  readonly secret: string;
}

const URL_OF = setting(
  'BILLING_WEBHOOK_URL',
  '',
  'address that is asked for credits where `auto_topup_config` wants some; a private one must be among ALLOW_PRIVATE_ADDRESSES; empty: nobody is asked',
  optional(url('http', 'https')),
);
const SECRET = setting(
  'BILLING_WEBHOOK_SECRET',
  '',
  'secret that signs these requests as Standard Webhooks has it: `whsec_` and at least 24 bytes in Base64',
  optional((given, refuse) => {
    const bytes = Buffer.from(given.replace(/^whsec_/, ''), 'base64');
    return given.startsWith('whsec_') && bytes.length >= 24 ? given : refuse('must be whsec_ and 24 bytes in Base64');
  }),
);

const billing: Setting<BillingSettings | undefined> = {
  rows: [...URL_OF.rows, ...SECRET.rows],
  read(env) {
    const [url, secret] = [URL_OF.read(env), SECRET.read(env)];
    if (url === undefined) return undefined;
    if (secret === undefined)
      throw new SettingError('BILLING_WEBHOOK_SECRET', 'is not set; BILLING_WEBHOOK_URL needs it');
    return { url, secret };
  },
};

/** How organizations pay for credits. Amounts of credits are exact decimals. */
export const BILLING = {
  billing,
  usageBasedCredits: setting(
    'USAGE_BASED_CREDITS',
    '0',
    'credits that an organization with `usage_based_pricing_enabled` may owe; 0: it can’t be enabled',
    decimal,
  ),
};
