import { trimAudit } from '../../src/audit/retention.ts';
import type { Chore } from '../background/chore.ts';

/** What the record of what happened needs. */
export const auditChores: readonly Chore[] = [
  { name: 'trim the audit', everyRounds: 10, work: ({ db, config }) => trimAudit(db, config.auditRetentionDays) },
];
