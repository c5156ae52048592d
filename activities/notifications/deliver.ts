import type { DeliveryOutcome, NotificationKind } from '../../src/notifications/contract.ts';
import { notificationFailures } from '../../src/notifications/failures.ts';
import {
  type AttemptResult,
  type ClaimedNotification,
  claimNotifications,
  recordAttempt,
} from '../../src/notifications/outbox.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';
import type { Channel, OutgoingMessage } from './channels/channel.ts';
import { getChannel } from './channels/index.ts';
import { resolveRecipient } from './recipient.ts';

/** Maximum number of notifications in transit. */
const MAX_CONCURRENT = 10;
const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 1_800_000;

/** Delivers due notifications. Safe to run in several processes at once. */
export async function deliverDue(ctx: ActivityContext, kinds: readonly NotificationKind[]): Promise<void> {
  let claimed: ClaimedNotification[];
  do {
    claimed = await claimNotifications(ctx.db, MAX_CONCURRENT);
    await Promise.all(
      claimed.map((notification) =>
        runBestEffort(ctx.log, 'deliver a notification', () => deliver(ctx, kinds, notification), {
          notification_id: notification.id,
        }),
      ),
    );
  } while (claimed.length === MAX_CONCURRENT && !ctx.shutdown.aborted);
}

async function deliver(
  ctx: ActivityContext,
  kinds: readonly NotificationKind[],
  notification: ClaimedNotification,
): Promise<void> {
  const { id, attempts, was_interrupted } = notification;
  if (was_interrupted) ctx.log.warn({ notification_id: id, attempts }, 'a notification may be sent twice');
  const kind = kinds.find(({ name }) => name === notification.kind);
  const result: AttemptResult = kind
    ? await attempt(ctx, kind, notification)
    : { state: 'skipped', error: notificationFailures.notification_kind_unknown };
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await recordAttempt(trx, notification, result))) return;
    if (!kind?.recordOutcome || result.state === 'skipped') return;
    const outcome: DeliveryOutcome = { state: result.state, problem: result.error };
    await kind.recordOutcome(trx, notification, outcome);
  });
}

async function attempt(
  ctx: ActivityContext,
  kind: NotificationKind,
  notification: ClaimedNotification,
): Promise<AttemptResult> {
  const channel = getChannel(notification.channel);
  try {
    const recipient = await resolveRecipient(ctx.db, kind, notification);
    if ('missing' in recipient) return { state: 'skipped', error: recipient.missing };
    const message = await kind.compose(ctx, { ...notification, ...recipient });
    if (!message) return { state: 'skipped', error: notificationFailures.notification_obsolete };
    if (notification.age_ms > kind.maxAgeMs)
      return {
        state: 'failed',
        error: notificationFailures.notification_too_late({ cause: notification.last_error ?? 'none' }),
      };
    return await send(ctx, channel, kind, recipient.address, { ...message, id: notification.id });
  } catch (error) {
    ctx.log.warn({ err: error, notification_id: notification.id, kind: kind.name }, 'could not deliver a notification');
    const problem = channel.toProblem(error);
    if (channel.isPermanent(error)) return { state: 'failed', error: problem };
    return { state: 'pending', error: problem, retryMs: toRetryMs(notification.attempts) };
  }
}

async function send(
  ctx: ActivityContext,
  channel: Channel,
  { isLimited }: NotificationKind,
  address: string,
  message: OutgoingMessage,
): Promise<AttemptResult> {
  const waitMs = isLimited ? await channel.reserve(ctx, address) : 0;
  if (waitMs > 0) return { state: 'pending', error: channel.limitProblem, retryMs: waitMs };
  try {
    await channel.send(ctx, address, message);
    return { state: 'sent', error: null };
  } catch (error) {
    if (isLimited) await channel.release(ctx, address);
    throw error;
  }
}

function toRetryMs(attempts: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}
