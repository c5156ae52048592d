import { NOTIFICATION_KINDS } from '../../src/modules.ts';
import { deleteOldNotifications, enqueueNotification, selectLatest } from '../../src/notifications/outbox.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { deliverDue } from './deliver.ts';

/** Stores the news of kinds that no request announces. */
export async function collectNotifications(ctx: ActivityContext): Promise<void> {
  for (const kind of NOTIFICATION_KINDS) {
    const store = () =>
      ctx.db.transaction().execute(async (trx) => {
        const latest = selectLatest(kind.name);
        for (const news of (await kind.collect?.({ trx, config: ctx.config, latest })) ?? [])
          await enqueueNotification(trx, kind, news);
      });
    if (kind.collect) await runBestEffort(ctx.log, 'collect notifications', store, { kind: kind.name });
  }
}

/** Notifications of users and organizations through the channels of the installation. */
export const notifications: ActivityModule = {
  name: 'notifications',
  maintenance: [
    { name: 'collect notifications', everyCycles: 1, run: collectNotifications },
    { name: 'deliver notifications', everySeconds: 1, run: (ctx) => deliverDue(ctx, NOTIFICATION_KINDS) },
    { name: 'delete old notifications', everyCycles: 240, run: ({ db }) => deleteOldNotifications(db) },
  ],
};
