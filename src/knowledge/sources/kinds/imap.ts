import Type from 'typebox';
import { errors } from '../../../platform/errors.ts';
import { definePattern, patternProblems } from '../../../platform/patterns.ts';
import { sourceProblems } from '../../problems.ts';
import { ENCRYPTION_FIELD, HOST_FIELD, PORT_FIELD, USERNAME_FIELD } from './fields.ts';
import type { SourceKind } from './kind.ts';

/** Source kind for mailboxes of an IMAP server. */
export const imapKind: SourceKind = {
  name: 'imap',
  fields: {
    host: HOST_FIELD,
    port: { ...PORT_FIELD, initial: 993 },
    encryption: { ...ENCRYPTION_FIELD, initial: 'tls' },
    username: USERNAME_FIELD,
    mailboxes: {
      schema: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Mailboxes whose messages become documents, such as `INBOX` or `Archive/2026`.',
      }),
      initial: ['INBOX'],
    },
    received_after: {
      schema: Type.String({
        pattern: definePattern(patternProblems.invalid_date, '^(?:\\d{4}-\\d{2}-\\d{2})?$'),
        description: 'Date (YYYY-MM-DD) before which messages are ignored. Empty for all messages.',
      }),
      initial: '',
    },
  },
  secret: 'needed',
  check({ username, received_after }) {
    if (username === '')
      throw errors.invalid(['config', 'username'], sourceProblems.source_setting_required({ kind: 'imap' }));
    if (received_after !== '' && Number.isNaN(Date.parse(String(received_after))))
      throw errors.invalid(['config', 'received_after'], patternProblems.invalid_date);
  },
};

/** Configuration of an IMAP source. */
export interface ImapConfig {
  readonly host: string;
  readonly port: number;
  readonly encryption: 'tls' | 'starttls' | 'none';
  readonly username: string;
  readonly mailboxes: readonly string[];
  readonly received_after: string;
}
