import { isIP } from 'node:net';
import Type, { type Static } from 'typebox';
import { errors } from '../../platform/errors.ts';
import { stripBrackets } from '../../platform/http/addresses.ts';
import { toUrlOrigin } from '../../platform/http/url-origin.ts';
import { NonBlankText } from '../../platform/schemas.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';

const Config = Type.Object({
  url: NonBlankText(2000, { description: 'http or https address that every end of a run is posted to' }),
});
export type WebhookConfig = Static<typeof Config>;

const problem = (message: string) => errors.invalid(['config', 'url'], message, 'url');

/** Posts the record of each run that ended to an address. */
export const webhook: ForwarderKind<'webhook'> = {
  name: 'webhook',
  description: 'Posts each run that ended as JSON to an address, signed as Standard Webhooks has it.',
  config: Config,
  alsoNamed: { url: 'destination_url' },
  signed: true,
  destination: 'url',
  check(config: ForwarderConfig, addresses) {
    const { url } = config as WebhookConfig;
    if (!/^https?:\/\/[^\s\\#]+$/i.test(url) || !URL.canParse(url))
      throw problem('must be an http or https address without a fragment');
    const { username, password, hostname, port, protocol } = new URL(url);
    if (username !== '' || password !== '')
      throw problem('must not carry a user name or password; the receiver knows us by the signature');
    // A name is looked up, and judged, with every delivery.
    const host = stripBrackets(hostname);
    if (isIP(host) !== 0 && !addresses.isPermitted(host, Number(port) || (protocol === 'https:' ? 443 : 80), [host]))
      throw problem(`${host} is not a public address`);
  },
  // Receivers give addresses with a token in the query, or in the path.
  veiled(config: ForwarderConfig) {
    return { ...config, url: toUrlOrigin((config as WebhookConfig).url) };
  },
};
