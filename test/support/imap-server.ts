import { once } from 'node:events';
import type { Server } from 'node:net';
import { loadExtraPackage } from './extra-packages.ts';

/** A message as the package keeps it. */
interface StoredMessage {
  readonly raw: string;
  readonly uid?: number;
}

/** The used part of the package `hoodiecrow-imap`. */
interface MailServer {
  readonly server: Server;
  readonly users: Record<string, { password: string }>;
  listen(port: number, host: string, done: () => void): void;
  appendMessage(mailbox: string, flags: readonly string[], date: Date | false, raw: string): void;
  getMailbox(path: string): { messages: StoredMessage[]; UIDVALIDITY: number };
  close(done?: () => void): void;
}

/** A mailbox INBOX with a user `reader`, which the package `hoodiecrow-imap` serves without encryption. */
interface ImapServer {
  readonly port: number;
  /** Appends a message. */
  deliver(subject: string, text: string, attachment?: string): void;
  /** Removes the messages with a subject. */
  remove(subject: string): void;
  close(): Promise<void>;
}

/** Starts an IMAP server with the password of its user `reader`. */
export async function startImapServer(password: string): Promise<ImapServer> {
  const create = (await loadExtraPackage('hoodiecrow-imap', '2.1.0')) as (options: object) => MailServer;
  const mail = create({ storage: { INBOX: { messages: [] } } });
  for (const name of Object.keys(mail.users)) delete mail.users[name];
  mail.users.reader = { password };
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const { port } = mail.server.address() as { port: number };
  return {
    port,
    deliver: (subject, text, attachment) =>
      mail.appendMessage('INBOX', [], false, toMessage(subject, text, attachment)),
    remove(subject) {
      const mailbox = mail.getMailbox('INBOX');
      mailbox.messages = mailbox.messages.filter(({ raw }) => !raw.includes(`Subject: ${subject}\r\n`));
    },
    async close() {
      mail.server.close();
      await once(mail.server, 'close');
    },
  };
}

function toMessage(subject: string, text: string, attachment: string | undefined): string {
  const lines = [
    'From: Ada <ada@example.com>',
    'To: bob@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${subject}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', 'Content-Type: text/plain; charset=utf-8', '', text],
    ...(attachment === undefined
      ? []
      : ['--b', 'Content-Type: text/plain; name=notes.txt', 'Content-Disposition: attachment; filename=notes.txt', '']),
    ...(attachment === undefined ? [] : [attachment]),
    '--b--',
    '',
  ];
  return lines.join('\r\n');
}
