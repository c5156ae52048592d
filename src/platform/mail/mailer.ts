import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { type MailMessage, renderMail } from './templates.ts';

/** Sends mails. */
export interface Mailer {
  /** Sends a mail once. Rejects if the server does not accept it. */
  send(to: string, message: MailMessage): Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Creates a mailer for SMTP_URL. Without it, mails are written to files in DATA_DIR and their links are logged. */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  const { smtpUrl } = config;
  let transport: ReturnType<typeof createSmtpTransport> | undefined;
  const send: Mailer['send'] = async (to, message) => {
    const mail = {
      from: config.mailFrom,
      to: { name: '', address: to },
      ...toMessageIdHeader(message),
      ...renderMail(message),
    };
    if (smtpUrl === undefined) return writeToFile(config.dataDir, mail, message, log);
    transport ??= createSmtpTransport(smtpUrl);
    await (await transport).sendMail(mail);
  };
  return {
    send,
    async close() {
      (await transport)?.close();
    },
  };
}

/** Header that identifies a mail to mail clients. */
function toMessageIdHeader({ id }: MailMessage): { readonly messageId?: string } {
  return id === undefined ? {} : { messageId: `<${id}@holdfast>` };
}

async function createSmtpTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface MailEnvelope {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes the mail to a file that mail clients can open. Only its owner can read it. */
async function writeToFile(dataDir: string, mail: MailEnvelope, message: MailMessage, log: Log): Promise<void> {
  const folder = join(dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message: eml } = await transport.sendMail(mail);
  const file = join(folder, `${newId()}.eml`);
  await writeFile(file, eml, { mode: 0o600 });
  log.info(
    { to: mail.to.address, subject: mail.subject, link: message.action?.url, file },
    'wrote an email to a file, since SMTP_URL is not set',
  );
}
