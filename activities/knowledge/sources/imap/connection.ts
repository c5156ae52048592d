import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import type { ImapConfig } from '../../../../src/knowledge/sources/kinds/imap.ts';
import type { SyncRun } from '../../../../src/knowledge/sources/runs.ts';
import { OutboundError } from '../../../../src/platform/http/guarded-client.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import { toFailure } from '../failures.ts';
import { getSecret, SourceError, type SyncContext } from '../kind.ts';

const CONNECT_TIMEOUT_MS = 15_000;
const SOCKET_TIMEOUT_MS = 60_000;
/** Milliseconds before an unused connection is closed; another worker may have taken the run over. */
const IDLE_MS = 60_000;

/** Connection of a run. */
interface Connection {
  readonly client: ImapFlow;
  readonly idle: NodeJS.Timeout;
}

/** Open connections of this process by run. */
const connections = new Map<string, Connection>();

/** Returns the configuration of an IMAP source. */
export function getImapConfig(run: SyncRun): ImapConfig {
  return run.plan.config as unknown as ImapConfig;
}

/** Opens a mailbox read-only on the connection of the run. Connects first if needed. */
export async function openMailbox(work: SyncContext, mailbox: string): Promise<ImapFlow> {
  const known = connections.get(work.run.id);
  const client = known?.client.usable ? known.client : await connect(work);
  connections.get(work.run.id)?.idle.refresh();
  if (!client.mailbox || client.mailbox.path !== mailbox) await selectMailbox(client, mailbox);
  // The server reports changes of an open mailbox with its next response.
  else await client.noop();
  return client;
}

async function selectMailbox(client: ImapFlow, mailbox: string): Promise<void> {
  try {
    await client.mailboxOpen(mailbox, { readOnly: true });
  } catch (error) {
    const { mailboxMissing, responseStatus } = error as MailError;
    if (!mailboxMissing && responseStatus !== 'NO' && responseStatus !== 'BAD') throw error;
    throw new SourceError(toRunError('MAILBOX_MISSING', sourceFailures.mailbox_missing({ mailbox })), false);
  }
}

/** Closes the connection of a run. */
export function closeMailbox(runId: string): void {
  const connection = connections.get(runId);
  connections.delete(runId);
  if (!connection) return;
  clearTimeout(connection.idle);
  connection.client.close();
}

async function connect(work: SyncContext): Promise<ImapFlow> {
  closeMailbox(work.run.id);
  const { host, port } = getImapConfig(work.run);
  const addresses = await work.ctx.http.resolve(host, port, work.signal);
  let failure: unknown;
  for (const address of addresses) {
    const client = await createClient(work, address);
    const stop = () => client.close();
    work.signal.addEventListener('abort', stop, { once: true });
    try {
      await client.connect();
      connections.set(work.run.id, { client, idle: setTimeout(() => closeMailbox(work.run.id), IDLE_MS).unref() });
      return client;
    } catch (error) {
      client.close();
      failure = error;
      // Only a connection that was not made says nothing about the other addresses.
      if (!isConnectError(error)) break;
    } finally {
      work.signal.removeEventListener('abort', stop);
    }
  }
  throw failure;
}

/** Creates a client for a verified address, so that the name is never resolved again. */
async function createClient(work: SyncContext, address: string): Promise<ImapFlow> {
  const { host, port, encryption, username } = getImapConfig(work.run);
  // Its modules take a tenth of a worker's start.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: address,
    port,
    secure: encryption === 'tls',
    doSTARTTLS: encryption === 'tls' ? undefined : encryption === 'starttls',
    ...(isIP(host) === 0 && { servername: host }),
    auth: { user: username, pass: (await getSecret(work)) ?? '' },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  // Commands reject too; an error without a listener would end the process.
  client.on('error', () => undefined);
  return client;
}

interface MailError {
  readonly code?: string;
  readonly message?: string;
  readonly responseText?: string;
  readonly responseStatus?: string;
  readonly authenticationFailed?: boolean;
  readonly mailboxMissing?: boolean;
}

const CONNECT_CODES = /^(?:ECONN|EHOST|ENET|ETIMEDOUT|CONNECT_TIMEOUT)/;
const isConnectError = (error: unknown) => CONNECT_CODES.test((error as MailError).code ?? '');

/** Converts errors of a connection to source errors, and closes the connection. */
export async function withMailErrors<T>(work: SyncContext, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    closeMailbox(work.run.id);
    work.signal.throwIfAborted();
    if (error instanceof SourceError) throw error;
    if (error instanceof OutboundError) {
      const { problem, isTransient } = toFailure(error);
      throw new SourceError(problem, isTransient);
    }
    throw toSourceError(error as MailError);
  }
}

function toSourceError(error: MailError): SourceError {
  if (error.authenticationFailed)
    return new SourceError(toRunError('ACCESS_DENIED', sourceFailures.mail_login_refused), false);
  const cause = (error.responseText ?? error.message ?? String(error)).slice(0, 300);
  const reason = isConnectError(error) ? 'UNREACHABLE' : 'SERVER_FAILED';
  return new SourceError(toRunError(reason, sourceFailures.mail_server_failed({ cause })), true);
}
