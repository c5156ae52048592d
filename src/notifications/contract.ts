/** Contract between the notifications module and the kinds of notifications that other modules declare. Pure. */

import type { RawBuilder } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { Db, Executor } from '../platform/db/client.ts';
import type { KeyRing } from '../platform/keyring.ts';
import type { MailMessage } from '../platform/mail/templates.ts';
import type { MailLanguage } from '../platform/mail/texts/index.ts';
import type { Message } from '../platform/messages.ts';

/** Channels that deliver notifications. Each has a file in activities/notifications/channels. */
export type ChannelName = 'mail';

/** Content of a notification. Every channel renders it in its own form. */
export type NotificationMessage = Omit<MailMessage, 'id'>;

/** Receiver of a notification: an address, or a user; without a verified user the contact of an organization. */
interface Recipient {
  readonly address?: string;
  readonly userId?: string;
  readonly orgId?: string;
}

/** Notification to store in the outbox. */
export interface NewNotification<Data> {
  /** Identifies the news within its kind. A second notification with the same key is not stored. */
  readonly key: string;
  readonly to: Recipient;
  /** IDs and values that the message needs. No secrets: links get their tokens when the message is composed. */
  readonly data: Data;
  /** Language of a recipient without an account. */
  readonly language?: MailLanguage | undefined;
}

/** Notification at an attempt to deliver it. */
export interface DueNotification<Data> {
  readonly id: string;
  readonly data: Data;
  readonly user_id: string | null;
  /** Resolved address of the recipient. */
  readonly address: string;
  /** Language of the recipient's account, else of the notification, else English. */
  readonly language: MailLanguage;
}

/** Result of an attempt. `pending` means that another attempt follows. */
export interface DeliveryOutcome {
  readonly state: 'sent' | 'pending' | 'failed';
  /** Problem for the people concerned; null if the message was sent. */
  readonly problem: Message | null;
}

/** Services for composing a message. */
export interface ComposeContext {
  readonly db: Db;
  readonly config: Config;
  readonly ring: KeyRing | undefined;
}

/** Services for collecting news, in a transaction that also stores them. */
interface CollectContext {
  readonly trx: Executor;
  readonly config: Config;
  /** SQL table of the latest notifications of this kind by user: user_id, `data`, and `at`, null while undelivered. */
  readonly latest: RawBuilder<unknown>;
}

/** Kind of notifications. One file declares it, and `NOTIFICATION_KINDS` of src/modules.ts lists it. */
export interface NotificationKind<Data = unknown> {
  /** Name in the outbox, and in `muted_mails` of a user if it is optional. */
  readonly name: string;
  readonly channels: readonly ChannelName[];
  /** Whether users can switch it off. */
  readonly isOptional: boolean;
  /** Milliseconds after which an undelivered notification is given up. */
  readonly maxAgeMs: number;
  /** Whether it waits for the hourly limit of its mailbox. */
  readonly isLimited: boolean;
  /** Collects news that no request announces, once per maintenance cycle. */
  collect?(ctx: CollectContext): Promise<readonly NewNotification<Data>[]>;
  /** Composes the message from the current state. Undefined if there is no news any more. */
  compose(ctx: ComposeContext, notification: DueNotification<Data>): Promise<NotificationMessage | undefined>;
  /** Records an outcome in the module's own rows. */
  recordOutcome?(trx: Executor, notification: { readonly data: Data }, outcome: DeliveryOutcome): Promise<void>;
}
