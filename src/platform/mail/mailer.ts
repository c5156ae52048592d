import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { type Letter, render } from './templates.ts';

/** Sends mails. */
export interface Mailer {
  /** Hands a letter to the mail server, once. Rejects when the server does not take it. */
  send(to: string, letter: Letter): Promise<void>;
  /** The same in the background with a few repeats; what still fails is logged. For mails a person can ask for again. */
  post(to: string, letter: Letter): void;
  /** Waits for what is under way and hangs up. */
  close(): Promise<void>;
}

/** Milliseconds before each repeat of a mail that the server did not take. */
const REPEATS_MS = [1000, 10_000];
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Opens a mailer: to SMTP_URL, or without one into files of DATA_DIR, whose links the log prints. */
export function openMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Log): Mailer {
  const { smtpUrl } = config;
  let server: ReturnType<typeof openServer> | undefined;
  const under = new Set<Promise<void>>();
  const closing = new AbortController();
  const send: Mailer['send'] = async (to, letter) => {
    const mail = { from: config.mailFrom, to: { name: '', address: to }, ...messageId(letter), ...render(letter) };
    if (smtpUrl === undefined) return writeToFile(config.dataDir, mail, letter, log);
    server ??= openServer(smtpUrl);
    await (await server).sendMail(mail);
  };
  const post = async (to: string, letter: Letter) => {
    for (const wait of [...REPEATS_MS, undefined]) {
      try {
        return await send(to, letter);
      } catch (error) {
        if (wait === undefined || closing.signal.aborted) {
          log.error({ err: error, subject: letter.subject }, 'a mail could not be sent');
          return;
        }
        await pause(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  };
  return {
    send,
    post(to, letter) {
      const sending = post(to, letter).finally(() => under.delete(sending));
      under.add(sending);
    },
    async close() {
      closing.abort();
      await Promise.allSettled(under);
      (await server)?.close();
    },
  };
}

/** The head that mail programs know a mail by. */
function messageId({ id }: Letter): { readonly messageId?: string } {
  return id === undefined ? {} : { messageId: `<${id}@holdfast>` };
}

async function openServer(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface Mail {
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Writes the mail as a file that mail programs open, readable by its owner only. */
async function writeToFile(dataDir: string, mail: Mail, letter: Letter, log: Log): Promise<void> {
  const folder = join(dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(mail);
  const file = join(folder, `${newId()}.eml`);
  await writeFile(file, message, { mode: 0o600 });
  log.info(
    { to: mail.to.address, subject: mail.subject, link: letter.action?.url, file },
    'a mail was kept as a file; SMTP_URL is not set',
  );
}
