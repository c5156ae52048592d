import { sql } from 'kysely';
import type { Backlog } from '../../platform/telemetry/backlog.ts';

/** Invites whose mail is not sent. */
export const inviteBacklog: Backlog = {
  name: 'invite_mails',
  query: sql`select count(*) as depth, min(modified) as since from invites
    where status = 'pending' and sent_at is null and remind_at is not null`,
};
