import { sourceFailures } from '../../../src/knowledge/failures.ts';
import type { DiscoveredItem, SourceItem } from '../../../src/knowledge/sources/items.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toTooLargeError } from './failures.ts';
import { closeMailbox, getImapConfig, openMailbox, withMailErrors } from './imap/connection.ts';
import { SourceError, type SourceVisitor, type SyncContext, type VisitResult } from './kind.ts';

/** Maximum length of a title, which is the subject of a message. */
const MAX_TITLE_LENGTH = 200;

/** Visitor of the messages of mailboxes. A message never changes; its version is the numbering of the mailbox. */
export const imapSource: SourceVisitor = {
  // Commands of a connection run one after another.
  concurrency: 1,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work, position) {
    const { mailboxes } = getImapConfig(work.run);
    const index = Number(position ?? 0);
    const mailbox = mailboxes[index];
    const found = mailbox === undefined ? [] : await listMessages(work, mailbox);
    return { found, next: index + 1 < mailboxes.length ? String(index + 1) : null };
  },
  async isPresent(work, ref) {
    const { mailbox, uid } = parseRef(ref);
    if (!getImapConfig(work.run).mailboxes.includes(mailbox)) return false;
    const messages = await listMessages(work, mailbox, uid);
    return messages.length > 0;
  },
  async visit(work, item) {
    try {
      return await fetchMessage(work, item);
    } catch (error) {
      work.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
    }
  },
  cleanUp: async (_ctx, runId) => closeMailbox(runId),
};

/** Lists the messages of a mailbox, or the one with a UID. Messages that are marked as deleted do not count. */
function listMessages(work: SyncContext, mailbox: string, uid?: number): Promise<DiscoveredItem[]> {
  return withMailErrors(work, async () => {
    const client = await openMailbox(work, mailbox);
    const { exists, uidValidity } = client.mailbox || { exists: 0, uidValidity: 0n };
    const after = getImapConfig(work.run).received_after;
    const since = after === '' ? Number.NEGATIVE_INFINITY : Date.parse(after);
    const found: DiscoveredItem[] = [];
    let count = 0;
    const range = uid === undefined ? '1:*' : String(uid);
    const query = { uid: true, flags: true, internalDate: true } as const;
    if (exists > 0)
      for await (const message of client.fetch(range, query, { uid: uid !== undefined })) {
        count += 1;
        const isNew = new Date(message.internalDate ?? 0).getTime() >= since;
        if (isNew && !message.flags?.has('\\Deleted') && (uid === undefined || message.uid === uid))
          found.push({ ref: toRef(mailbox, message.uid), etag: String(uidValidity) });
      }
    if (uid === undefined && count < exists)
      throw new SourceError(toRunError('ANSWER_BROKEN', sourceFailures.mailbox_list_incomplete({ mailbox })), true);
    return found;
  });
}

function fetchMessage(work: SyncContext, item: SourceItem): Promise<VisitResult> {
  const { mailbox, uid } = parseRef(item.ref);
  return withMailErrors(work, async (): Promise<VisitResult> => {
    const client = await openMailbox(work, mailbox);
    if (client.mailbox && String(client.mailbox.uidValidity) !== item.listed_etag) {
      const problem = toRunError('CHANGED_MEANWHILE', sourceFailures.mailbox_rebuilt);
      return { state: 'failed', problem, isTransient: false };
    }
    const message = await client.fetchOne(String(uid), { size: true, envelope: true }, { uid: true });
    if (!message) return { state: 'gone', problem: toRunError('NOT_FOUND', sourceFailures.mail_message_missing) };
    const limit = work.ctx.config.uploadLimit;
    if ((message.size ?? 0) > limit) return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
    const { content } = await client.download(String(uid), undefined, { uid: true });
    const chunks: Buffer[] = [];
    for await (const chunk of content ?? []) chunks.push(chunk);
    const title = message.envelope?.subject?.trim().slice(0, MAX_TITLE_LENGTH) || item.ref;
    const name = `message-${uid}.eml`;
    const version = { etag: item.listed_etag, lastModified: null };
    return { state: 'content', content: { title, name, mediaType: 'message/rfc822', bytes: chunks, ...version } };
  });
}

const toRef = (mailbox: string, uid: number) => `${mailbox}/${uid}`;

function parseRef(ref: string): { readonly mailbox: string; readonly uid: number } {
  const at = ref.lastIndexOf('/');
  return { mailbox: ref.slice(0, at), uid: Number(ref.slice(at + 1)) };
}
