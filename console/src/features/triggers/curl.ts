import type { AuthMethod, Webhook } from './queries.ts';

/** The properties of a webhook that a sender needs, besides the secret. */
export type WebhookAuth = Pick<Webhook, 'endpoint' | 'auth_method' | 'auth_config'>;

/** Quotes a text as a single shell word. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const HEX_HMAC = `openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //'`;
const STANDARD_SIGNATURE = `KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | xxd -p -c 256); ID=msg_$T
SIG=$(printf %s "$ID.$T.$B" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)`;

/** Setup lines and curl options of each authentication method. */
const CURL_PARTS: Readonly<
  Record<AuthMethod, (config: WebhookAuth['auth_config']) => readonly [setup: string, options: string]>
> = {
  none: () => ['', ''],
  bearer: () => ['', '-H "Authorization: Bearer $SECRET"'],
  basic: ({ username = '' }) => ['', `-u ${quoteForShell(username)}":$SECRET"`],
  header: ({ header_name = '' }) => ['', `-H ${quoteForShell(`${header_name}: `)}"$SECRET"`],
  github: () => ['', `-H "X-Hub-Signature-256: sha256=$(printf %s "$B" | ${HEX_HMAC})"`],
  stripe: () => ['T=$(date +%s)', `-H "Stripe-Signature: t=$T,v1=$(printf %s "$T.$B" | ${HEX_HMAC})"`],
  slack: () => [
    'T=$(date +%s)',
    `-H "X-Slack-Request-Timestamp: $T" -H "X-Slack-Signature: v0=$(printf %s "v0:$T:$B" | ${HEX_HMAC})"`,
  ],
  standard_webhooks: () => [
    `T=$(date +%s); ${STANDARD_SIGNATURE}`,
    '-H "webhook-id: $ID" -H "webhook-timestamp: $T" -H "webhook-signature: v1,$SIG"',
  ],
};

/** Returns a shell command that delivers a body. It reads the secret from `SECRET`. */
export function toCurlCommand({ endpoint, auth_method, auth_config }: WebhookAuth, body: string): string {
  const [setup, options] = CURL_PARTS[auth_method](auth_config);
  const lines = [
    `B=${quoteForShell(body)}`,
    ...(setup === '' ? [] : [setup]),
    `curl -X POST ${quoteForShell(endpoint ?? '')} -H 'Content-Type: application/json' -d "$B"${options === '' ? '' : ` \\\n  ${options}`}`,
  ];
  return lines.join('\n');
}
