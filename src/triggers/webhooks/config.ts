import type { TriggerRow } from '../queries.ts';

/** Authentication methods of senders. */
export const AUTH_METHODS = [
  'none',
  'bearer',
  'basic',
  'header',
  'github',
  'stripe',
  'slack',
  'standard_webhooks',
] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** Settings of a method besides the secret. */
export interface AuthConfig {
  /** basic: user name of the secret. */
  readonly username?: string;
  /** header: header with the secret. */
  readonly header_name?: string;
  /** Maximum difference of a signed time from now, in seconds. */
  readonly tolerance_seconds?: number;
}

/** Settings of a webhook. */
export interface WebhookConfig {
  readonly auth_method: AuthMethod;
  readonly auth_config: AuthConfig;
  /** Source of the idempotency key: a path in the body, or `header:<name>`. */
  readonly idempotency_key_path: string | null;
  readonly idempotency_ttl_seconds: number;
  /** Whether runs also get the raw body. */
  readonly include_raw_payload: boolean;
  /** Paths by input field. Null if the body is the input. */
  readonly payload_mapping: Readonly<Record<string, string>> | null;
}

/** Returns the configuration of a trigger as that of a webhook. */
export function getWebhookConfig({ config }: Pick<TriggerRow, 'config'>): WebhookConfig {
  return config as unknown as WebhookConfig;
}
