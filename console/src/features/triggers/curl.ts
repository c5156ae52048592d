import type { AuthMethod, Webhook } from './queries.ts';

/** What of a webhook a sender has to know besides the secret. */
export type Sender = Pick<Webhook, 'endpoint' | 'auth_method' | 'auth_config'>;

/** A text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const HEX = `openssl dgst -sha256 -hmac "$SECRET" -hex | sed 's/.* //'`;
const SIGNED = `KEY=$(printf %s "\${SECRET#whsec_}" | base64 -d | xxd -p -c 256); ID=msg_$T
SIG=$(printf %s "$ID.$T.$B" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)`;

/** By method: lines before the command, and what the command adds. */
const WAYS: Readonly<Record<AuthMethod, (config: Sender['auth_config']) => readonly [before: string, added: string]>> =
  {
    none: () => ['', ''],
    bearer: () => ['', '-H "Authorization: Bearer $SECRET"'],
    basic: ({ username = '' }) => ['', `-u ${quoted(username)}":$SECRET"`],
    header: ({ header_name = '' }) => ['', `-H ${quoted(`${header_name}: `)}"$SECRET"`],
    github: () => ['', `-H "X-Hub-Signature-256: sha256=$(printf %s "$B" | ${HEX})"`],
    stripe: () => ['T=$(date +%s)', `-H "Stripe-Signature: t=$T,v1=$(printf %s "$T.$B" | ${HEX})"`],
    slack: () => [
      'T=$(date +%s)',
      `-H "X-Slack-Request-Timestamp: $T" -H "X-Slack-Signature: v0=$(printf %s "v0:$T:$B" | ${HEX})"`,
    ],
    standard_webhooks: () => [
      `T=$(date +%s); ${SIGNED}`,
      '-H "webhook-id: $ID" -H "webhook-timestamp: $T" -H "webhook-signature: v1,$SIG"',
    ],
  };

/** The exact command that delivers a body; it reads the secret from `SECRET`. */
export function curlOf({ endpoint, auth_method, auth_config }: Sender, body: string): string {
  const [before, added] = WAYS[auth_method](auth_config);
  const lines = [
    `B=${quoted(body)}`,
    ...(before === '' ? [] : [before]),
    `curl -X POST ${quoted(endpoint ?? '')} -H 'Content-Type: application/json' -d "$B"${added === '' ? '' : ` \\\n  ${added}`}`,
  ];
  return lines.join('\n');
}
