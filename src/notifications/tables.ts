import type { Defaulted, Json, NullableTimestampColumn, TimestampColumn } from '../platform/db/columns.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';
import type { ChannelName } from './contract.ts';

/** State of a delivery. `skipped`: there was no news any more, or the user switched the kind off. */
export type NotificationState = 'pending' | 'sending' | 'sent' | 'failed' | 'skipped';

/** Outbox: one row per notification and channel. */
export interface NotificationsTable {
  id: string;
  kind: string;
  channel: ChannelName;
  /** Identifies the news within kind and channel. */
  key: string;
  user_id: string | null;
  org_id: string | null;
  /** Address of a recipient who may have no account. */
  address: string | null;
  language: MailLanguage | null;
  data: Json<Record<string, unknown>>;
  state: Defaulted<NotificationState>;
  attempts: Defaulted<number>;
  /** Time of the next attempt; while sending, the time after which another worker takes over. */
  due_at: TimestampColumn;
  last_error: string | null;
  created: TimestampColumn;
  ended_at: NullableTimestampColumn;
}

export interface NotificationTables {
  notifications: NotificationsTable;
}
