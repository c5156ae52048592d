import type { TriggerRow } from '../queries.ts';

/** How senders prove themselves. */
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

/** What a method has to know besides the secret; each takes its own. */
export interface AuthConfig {
  /** basic: the name that goes with the secret. */
  readonly username?: string;
  /** header: the header that holds the secret. */
  readonly header_name?: string;
  /** Methods that sign a time: seconds that it may be away from now. */
  readonly tolerance_seconds?: number;
}

/** What a webhook keeps of its own. */
export interface WebhookConfig {
  readonly auth_method: AuthMethod;
  readonly auth_config: AuthConfig;
  /** Where a delivery says what it is: a path into the body, or `header:<name>`. */
  readonly idempotency_key_path: string | null;
  readonly idempotency_ttl_seconds: number;
  /** Whether runs are given the body as it came, too. */
  readonly include_raw_payload: boolean;
  /** Paths by what they fill; null where the body is the input as it is. */
  readonly payload_mapping: Readonly<Record<string, string>> | null;
}

export function getWebhookConfig({ config }: Pick<TriggerRow, 'config'>): WebhookConfig {
  return config as unknown as WebhookConfig;
}
