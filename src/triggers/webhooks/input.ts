import { errors, Problems } from '../../platform/errors.ts';
import type { InvocationKey } from '../keys.ts';
import { deliveryProblems, webhookProblems } from '../problems.ts';
import type { TriggerRow } from '../queries.ts';
import type { TargetInput } from '../targets.ts';
import { getWebhookConfig, type WebhookConfig } from './config.ts';
import type { Delivery } from './delivery.ts';
import { isCredentialHeader, METHODS } from './methods.ts';
import { type Path, parsePath, resolvePath } from './paths.ts';

/** An authenticated delivery with its body as text and JSON. */
export interface Received extends Delivery {
  readonly text: string;
  readonly body: unknown;
}

/** Maximum characters of an idempotency key. */
const MAX_KEY_LENGTH = 500;
/** Minimum seconds during which a repeated signed delivery starts no run. */
const MIN_DIGEST_TTL_SECONDS = 86_400;
/** Input of a task with the raw body. */
const RAW_INPUT = 'raw_payload';

/** Returns the input of a target for a delivery. Throws a 422 with the missing field. */
export async function toTargetInput(trigger: TriggerRow, received: Received): Promise<TargetInput> {
  const config = getWebhookConfig(trigger);
  const { payload_mapping, include_raw_payload } = config;
  const mapped =
    payload_mapping === null ? toPlainInput(trigger, received) : await mapInput(payload_mapping, config, received);
  if (trigger.target_type === 'task') return include_raw_payload ? { ...mapped, [RAW_INPUT]: received.text } : mapped;
  const { message } = mapped;
  const said = message === undefined ? [] : [typeof message === 'string' ? message : JSON.stringify(message)];
  return { ...mapped, message: [...said, ...(include_raw_payload ? [received.text] : [])].join('\n\n') };
}

/** Returns the body as input, without a mapping. */
function toPlainInput({ target_type }: TriggerRow, { body }: Received): TargetInput {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as TargetInput;
  if (target_type === 'task_agent') return {};
  throw errors.invalid([], deliveryProblems.delivery_not_object);
}

async function mapInput(
  mapping: Readonly<Record<string, string>>,
  config: WebhookConfig,
  received: Received,
): Promise<TargetInput> {
  const entries = Object.entries(mapping).map(async ([name, text]) => {
    const path = await parseAllowedPath(config, text, ['payload_mapping', name], true);
    const found = resolvePath(path, received, received.body);
    if (found === undefined) throw errors.invalid(text, deliveryProblems.delivery_field_missing({ name }));
    return [name, found.value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Returns the idempotency keys of a delivery. The first one comes from the configured path, or the default of the
 * method. A signed delivery also has a digest of the signed content, which prevents replays after the key has expired.
 * Throws a 422 if the configured path has no value.
 */
export async function getInvocationKeys(trigger: TriggerRow, received: Received): Promise<InvocationKey[]> {
  const config = getWebhookConfig(trigger);
  const { auth_method, idempotency_key_path, idempotency_ttl_seconds: ttlSeconds } = config;
  const method = METHODS[auth_method];
  const place = idempotency_key_path ?? method.keyPath;
  const key = place === null ? undefined : await findKey(place, config, received);
  if (key === undefined && idempotency_key_path !== null)
    throw errors.invalid(idempotency_key_path, deliveryProblems.delivery_key_missing);
  if (key !== undefined && (key.length > MAX_KEY_LENGTH || key.includes('\u0000') || !key.isWellFormed()))
    throw errors.invalid(place ?? 'key', deliveryProblems.delivery_key_invalid({ limit: MAX_KEY_LENGTH }));
  const digest = await method.digest(received);
  return [
    ...(key === undefined ? [] : [{ key, ttlSeconds }]),
    ...(digest === undefined ? [] : [{ key: digest, ttlSeconds: Math.max(ttlSeconds, MIN_DIGEST_TTL_SECONDS) }]),
  ];
}

/** Throws a 422 for a key outside of the signed content: anyone could replay a delivery with another key. */
export async function assertKeySigned({ auth_method, idempotency_key_path: text }: WebhookConfig): Promise<void> {
  const { signedHeaders } = METHODS[auth_method];
  if (text === null || signedHeaders === undefined) return;
  const path = await parsePath(text, ['idempotency_key_path'], { wildcards: false });
  if (!('header' in path) || signedHeaders.includes(path.header.toLowerCase())) return;
  const covered = ['body', ...signedHeaders.map((name) => `header:${name}`)];
  const problem = webhookProblems.key_not_signed({ method: auth_method, covered, header: path.header });
  throw errors.invalid('idempotency_key_path', problem);
}

async function findKey(text: string, config: WebhookConfig, received: Received): Promise<string | undefined> {
  const path = await parseAllowedPath(config, text, ['idempotency_key_path'], false);
  const value = resolvePath(path, received, received.body)?.value;
  return (typeof value === 'string' && value !== '') || ['number', 'bigint'].includes(typeof value)
    ? String(value)
    : undefined;
}

/** Validates paths when they are saved. Throws a 422 for the first invalid one. */
export async function assertValidPaths(config: WebhookConfig): Promise<void> {
  const { payload_mapping, idempotency_key_path } = config;
  const problems = new Problems();
  if (idempotency_key_path !== null)
    await problems.run(() => parseAllowedPath(config, idempotency_key_path, ['idempotency_key_path'], false));
  for (const [name, text] of Object.entries(payload_mapping ?? {}))
    await problems.run(() => parseAllowedPath(config, text, ['payload_mapping', name], true));
  problems.throwIfAny();
}

/**
 * Parses a path whose value runs and events can contain. Throws a 422 about `field` for credentials and invalid paths.
 */
async function parseAllowedPath(
  config: WebhookConfig,
  text: string,
  field: readonly string[],
  wildcards: boolean,
): Promise<Path> {
  const path = await parsePath(text, field, { wildcards });
  if ('header' in path && isCredentialHeader(config, path.header))
    throw errors.invalid(field, webhookProblems.header_is_credential({ header: path.header }));
  return path;
}
