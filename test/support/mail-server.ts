import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { eventually } from './client.ts';

/** An email as the server received it. */
interface Mail {
  readonly to: string;
  /** Headers and both bodies as readable text. */
  readonly text: string;
}

/** A mail server that stores emails. The first word of an address selects its behavior. */
export interface MailServer {
  readonly url: string;
  readonly mails: Mail[];
  /** Refused addresses, permanently or temporarily, once per refusal. */
  readonly refused: string[];
  /** Returns the emails to an address once there are this many. */
  to(address: string, many?: number): Promise<Mail[]>;
  /** Refuses connections until it is started again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Holds the next email to an address until it is released. */
  hold(address: string): HeldMail;
}

/** An email that the server has read but not accepted. */
interface HeldMail {
  /** Resolves when the email has arrived. */
  readonly arrived: Promise<void>;
  letThrough(): void;
}

interface Hold extends HeldMail {
  readonly passed: Promise<void>;
  arrive(): void;
}

/** Starts a mail server. It refuses `bounce…@` permanently (550) and `busy…@` temporarily (450). */
export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const refused: string[] = [];
  const holds = new Map<string, Hold>();
  let server = listen(mails, refused, holds);
  await ready(server, 0);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refused,
    to: (address, many = 1) =>
      eventually(
        async () => mails.filter((mail) => mail.to === address),
        (found) => found.length >= many,
      ),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
    async start() {
      server = listen(mails, refused, holds);
      await ready(server, port);
    },
    hold(address) {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      const { promise: passed, resolve: letThrough } = Promise.withResolvers<void>();
      const held = { arrived, passed, arrive, letThrough };
      holds.set(address, held);
      return held;
    },
  };
}

function ready(server: SMTPServer, port: number): Promise<void> {
  return new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

function listen(mails: Mail[], refused: string[], holds: Map<string, Hold>): SMTPServer {
  const refusal = (to: string, responseCode: number) => {
    refused.push(to);
    return Object.assign(new Error('not here'), { responseCode });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('bounce')) done(refusal(address, 550));
      else done(address.startsWith('busy') ? refusal(address, 450) : undefined);
    },
    onData(stream, session, done) {
      let raw = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        raw += chunk;
      });
      stream.on('end', async () => {
        const text = readable(raw);
        for (const { address } of session.envelope.rcptTo) {
          const held = holds.get(address);
          holds.delete(address);
          held?.arrive();
          await held?.passed;
          mails.push({ to: address, text });
        }
        done();
      });
    },
  });
  // A killed sender resets its connection. Errors without a remote address are the server's own.
  server.on('error', (error: Error & { remoteAddress?: string }) => {
    if (error.remoteAddress === undefined) throw error;
  });
  return server;
}

/** Decodes the encoding of long lines. */
function readable(raw: string): string {
  return raw
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replace(/\r\n[ \t]+/g, ' ');
}

/** Returns the emails to an address that are stored as files, oldest first, once there are this many. */
export function waitForStoredMails(dataDir: string, address: string, many = 1): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const read = async () =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .toSorted()
      .map((name) => readable(readFileSync(join(folder, name), 'utf8')))
      .filter((text) => text.includes(`To: ${address}`));
  return eventually(read, (found) => found.length >= many);
}

/** Returns the code in the link of an invite's email. */
export function getInviteCode(text: string): string {
  return /\/auth\/invite\?org=[\w-]{36}&code=([\w-]{43})/.exec(text)?.[1] ?? '';
}
