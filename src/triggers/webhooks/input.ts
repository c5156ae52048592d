import { ValidationError } from '../../platform/errors.ts';
import type { OccasionKey } from '../keys.ts';
import type { TriggerRow } from '../queries.ts';
import type { TargetInput } from '../targets.ts';
import { webhookConfig } from './config.ts';
import type { Delivery } from './delivery.ts';
import { METHODS } from './methods.ts';
import { findIn, pathOf } from './paths.ts';

/** A delivery whose sender has proved themselves, with its body as text and as the JSON that it is. */
export interface Received extends Delivery {
  readonly text: string;
  readonly body: unknown;
}

/** Most characters of an idempotency key. */
const MOST_KEY = 500;
/** Input of a task that holds the body as it came. */
const RAW = 'raw_payload';

const missing = (path: string, what: string) =>
  new ValidationError([{ loc: ['body', path], msg: `is missing: ${what}`, type: 'missing' }]);

/** What a trigger's target is run on by a delivery. Throws a 422 that names the field that the delivery lacks. */
export async function inputOf(trigger: TriggerRow, received: Received): Promise<TargetInput> {
  const { payload_mapping, include_raw_payload } = webhookConfig(trigger);
  const mapped = payload_mapping === null ? plain(trigger, received) : await mappedBy(payload_mapping, received);
  if (trigger.target_type === 'task') return include_raw_payload ? { ...mapped, [RAW]: received.text } : mapped;
  const { message } = mapped;
  const said = message === undefined ? [] : [typeof message === 'string' ? message : JSON.stringify(message)];
  return { ...mapped, message: [...said, ...(include_raw_payload ? [received.text] : [])].join('\n\n') };
}

/** The body as it is, where nothing says what goes where. */
function plain({ target_type }: TriggerRow, { body }: Received): TargetInput {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as TargetInput;
  if (target_type === 'task_agent') return {};
  const msg = 'must be an object where payload_mapping does not say what goes where';
  throw new ValidationError([{ loc: ['body'], msg, type: 'value_error' }]);
}

async function mappedBy(mapping: Readonly<Record<string, string>>, received: Received): Promise<TargetInput> {
  const entries = Object.entries(mapping).map(async ([name, text]) => {
    const path = await pathOf(text, ['payload_mapping', name], { wildcards: true });
    const found = findIn(path, received, received.body);
    if (found === undefined) throw missing(text, `payload_mapping takes ${name} from there`);
    return [name, found.value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * The key under which a delivery starts something once: from where the trigger says, or else from where its senders are
 * known to put one. Throws a 422 where the trigger says a place and nothing is there.
 */
export async function keyOf(trigger: TriggerRow, received: Received): Promise<OccasionKey | undefined> {
  const { auth_method, idempotency_key_path, idempotency_ttl_seconds: ttlSeconds } = webhookConfig(trigger);
  const method = METHODS[auth_method];
  const place = idempotency_key_path ?? method.keyPath;
  const found = place === null ? undefined : await keyAt(place, received);
  if (found === undefined && idempotency_key_path !== null)
    throw missing(idempotency_key_path, 'idempotency_key_path takes the key from there, a text or a number');
  const key = found ?? (await method.digest(received));
  if (key === undefined) return undefined;
  if (key.length > MOST_KEY || key.includes('\u0000') || !key.isWellFormed()) {
    const msg = `must have at most ${MOST_KEY} characters, of well-formed text`;
    throw new ValidationError([{ loc: ['body', place ?? 'key'], msg, type: 'value_error' }]);
  }
  return { key, ttlSeconds };
}

async function keyAt(text: string, received: Received): Promise<string | undefined> {
  const path = await pathOf(text, ['idempotency_key_path'], { wildcards: false });
  const value = findIn(path, received, received.body)?.value;
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

/** Checks paths when they are saved. Throws a 422 that names the first that can't be one. */
export async function checkPaths(mapping: Readonly<Record<string, string>> | null, keyPath: string | null) {
  if (keyPath !== null) await pathOf(keyPath, ['idempotency_key_path'], { wildcards: false });
  for (const [name, text] of Object.entries(mapping ?? {}))
    await pathOf(text, ['payload_mapping', name], { wildcards: true });
}
