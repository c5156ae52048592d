import { trimAudit } from '../../src/audit/retention.ts';
import type { Room } from '../room.ts';

/** What the record of what happened needs. */
export const audit: Room = {
  chores: [
    { name: 'trim the audit', everyRounds: 10, work: ({ db, config }) => trimAudit(db, config.auditRetentionDays) },
  ],
};
