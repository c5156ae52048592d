import { isIP } from 'node:net';
import Type, { type Static } from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { stripBrackets } from '../../../platform/http/addresses.ts';
import { toUrlOrigin } from '../../../platform/http/url-origin.ts';
import type { Problem } from '../../../platform/messages.ts';
import { NonBlankText } from '../../../platform/schemas.ts';
import { forwarderProblems } from '../problems.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';

const Config = Type.Object({
  url: NonBlankText(2000, { description: 'HTTP or HTTPS URL that receives a POST request for each finished run.' }),
});
export type WebhookConfig = Static<typeof Config>;

const invalidUrl = (problem: Problem) => errors.invalid(['config', 'url'], problem);

/** Posts the record of each finished run to a URL. */
export const webhook: ForwarderKind<'webhook'> = {
  name: 'webhook',
  description: 'Posts each finished run as JSON to a URL, signed according to Standard Webhooks.',
  config: Config,
  aliases: { url: 'destination_url' },
  isSigned: true,
  destinationField: 'url',
  assertConfig(config: ForwarderConfig, addresses) {
    const { url } = config as WebhookConfig;
    if (!/^https?:\/\/[^\s\\#]+$/i.test(url) || !URL.canParse(url))
      throw invalidUrl(forwarderProblems.invalid_webhook_url);
    const { username, password, hostname, port, protocol } = new URL(url);
    if (username !== '' || password !== '') throw invalidUrl(forwarderProblems.webhook_url_with_credentials);
    // Host names are resolved and checked with each delivery.
    const host = stripBrackets(hostname);
    if (isIP(host) !== 0 && !addresses.isPermitted(host, Number(port) || (protocol === 'https:' ? 443 : 80), [host]))
      throw invalidUrl(forwarderProblems.private_webhook_url({ host }));
  },
  // URLs of receivers can contain a token in path or query.
  redact(config: ForwarderConfig) {
    return { ...config, url: toUrlOrigin((config as WebhookConfig).url) };
  },
};
