import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import { orNotFound, ValidationError } from '../../src/platform/errors.ts';
import { Nullable, StringEnum } from '../../src/platform/schemas.ts';
import { triggerErrors } from '../../src/triggers/errors.ts';
import type { TriggerOutcome } from '../../src/triggers/fire.ts';
import { findFiringTrigger, type TriggerRow } from '../../src/triggers/queries.ts';
import { getWebhookConfig } from '../../src/triggers/webhooks/config.ts';
import { deliver, recordRejection } from '../../src/triggers/webhooks/deliver.ts';
import type { Delivery } from '../../src/triggers/webhooks/delivery.ts';
import type { Received } from '../../src/triggers/webhooks/input.ts';
import { METHODS } from '../../src/triggers/webhooks/methods.ts';
import { listValidSecrets } from '../../src/triggers/webhooks/secrets.ts';
import type { ApiContext } from '../context.ts';
import { requestErrors } from '../errors.ts';
import { operation } from '../operation.ts';
import { readBytes, readJsonBytes } from '../plugins/bodies.ts';
import { AuthenticationError } from '../plugins/credentials.ts';
import { TAG } from './common.ts';
import { HOOKS } from './paths.ts';

/** Response to a delivery. */
const DeliveryResponse = Type.Object(
  {
    event_id: Type.Optional(Type.String({ format: 'uuid' })),
    status: Type.Optional(StringEnum(['accepted', 'duplicate'])),
    run_id: Type.Optional(
      Nullable(
        Type.String({ format: 'uuid', description: 'ID of the run; of a duplicate, the run of the first event.' }),
      ),
    ),
    challenge: Type.Optional(Type.String({ description: 'Challenge of a Slack URL verification.' })),
  },
  { title: 'WebhookDelivery' },
);

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

const receive = operation(
  {
    id: 'webhook.receive',
    method: 'POST',
    path: `${HOOKS}/{endpoint}`,
    tag: TAG,
    summary: 'Deliver to a webhook trigger',
    description:
      'Called by senders, who authenticate with the method of the trigger. Returns 202 if a run was accepted, 200 if its idempotency key started a run before. The body is JSON in UTF-8; an empty body is an empty object.',
    auth: { permission: 'public', rateLimit: 'hook' },
    request: {
      rawBody: true,
      idempotent: false,
      example: { id: 'evt_1', ticket: { subject: 'The printer is on fire' } },
    },
    response: {
      schemas: { 200: DeliveryResponse, 202: DeliveryResponse },
      errors: { 401: ['UnauthorizedError'], 409: ['TRIGGER_PAUSED', 'TRIGGER_REJECTED'] },
    },
    audit: { event: null },
  },
  async ({ ctx, params: { endpoint }, request, reply }) => {
    const delivery = toDelivery(ctx, request);
    const found = await authenticateDelivery(ctx, endpoint, delivery);
    const received = await recordRejection(ctx, found, () => readBody(request, delivery));
    // The trigger may have been paused, deleted or given another secret while the body arrived.
    const trigger = delivery.wasAwaited() ? await authenticateDelivery(ctx, endpoint, delivery) : found;
    const isSlack = getWebhookConfig(trigger).auth_method === 'slack';
    const challenge = isSlack ? findChallenge(received.body) : undefined;
    if (challenge !== undefined) return { challenge };
    const { event, after } = await deliver(ctx, trigger, received);
    void runBestEffort(ctx.log, 'finish a delivery', after, { trigger_event_id: event.id });
    assertAccepted(event);
    reply.code(event.status === 'accepted' ? 202 : 200);
    return { event_id: event.id, status: event.status, run_id: event.runId };
  },
);

/** Returns the trigger of an endpoint. Throws if there is none, or the delivery is not authenticated. */
async function authenticateDelivery(ctx: ApiContext, endpoint: string, delivery: Delivery): Promise<TriggerRow> {
  const trigger = orNotFound(await findFiringTrigger(ctx.db, { endpoint }), 'endpoint', endpoint);
  const { auth_method, auth_config } = getWebhookConfig(trigger);
  const method = METHODS[auth_method];
  const secrets = method.hasSecret ? await listValidSecrets(ctx.db, ctx.ring, trigger.id) : [];
  if (!(await method.verify(delivery, auth_config, secrets)))
    throw new AuthenticationError('the delivery is not authenticated, or is too old');
  return trigger;
}

/**
 * Wraps a request as a delivery. The body is read once, on demand: unauthenticated bodies are never read. `wasAwaited`
 * says whether the body was still arriving.
 */
function toDelivery({ config }: ApiContext, request: FastifyRequest): Delivery & { wasAwaited(): boolean } {
  let read: Promise<Buffer> | undefined;
  let wasAwaited = false;
  const bytes = () => {
    wasAwaited ||= !request.raw.complete;
    read ??= readBytes(request, config.bodyLimit);
    return read;
  };
  return { headers: request.headers, bytes, wasAwaited: () => wasAwaited };
}

async function readBody(request: FastifyRequest, delivery: Delivery): Promise<Received> {
  const type = request.headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(type)) throw requestErrors.unsupportedContentType(type, 'application/json');
  const bytes = await delivery.bytes();
  const { text, value } = bytes.length === 0 ? { text: '', value: {} } : readJsonBytes(request, bytes);
  return { ...delivery, text, body: value };
}

/** Challenge of Slack's URL verification. */
function findChallenge(body: unknown): string | undefined {
  const { type, challenge } = (body ?? {}) as { readonly type?: unknown; readonly challenge?: unknown };
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : undefined;
}

function assertAccepted({ id, status, error }: TriggerOutcome['event']): void {
  if (status !== 'rejected') return;
  if (error?.reason === 'INVALID_INPUT') {
    const { message: msg, code = 'invalid', params = {} } = error;
    throw new ValidationError([{ loc: ['body'], msg, type: 'value_error', code, params }]);
  }
  throw error?.reason === 'TRIGGER_PAUSED' ? triggerErrors.paused(id) : triggerErrors.rejected(id);
}

export const INGRESS_OPERATIONS = [receive];
