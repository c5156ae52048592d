import { recordPendingEvents } from '../../src/audit/pending-events.ts';
import { trimAudit } from '../../src/audit/retention.ts';
import type { MaintenanceContext } from '../maintenance/job.ts';
import type { ActivityModule } from '../module.ts';

/** Maximum batches per cycle, since other jobs wait for this one. */
const MAX_BATCHES = 100;

/** Audit log: pending events and retention. */
export const audit: ActivityModule = {
  name: 'audit',
  maintenance: [
    { name: 'record started runs in the audit log', everyCycles: 1, run: recordAllPending },
    {
      name: 'delete old audit events',
      everyCycles: 10,
      run: ({ db, config }) => trimAudit(db, config.auditRetentionDays),
    },
  ],
};

async function recordAllPending({ db }: MaintenanceContext): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    if ((await recordPendingEvents(db)) === 0) return;
  }
}
