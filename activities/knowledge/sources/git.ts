import { basename } from 'node:path/posix';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toTooLargeError } from './failures.ts';
import { deleteCopy, getCopy } from './git/copy.ts';
import { type SourceVisitor, toSkippedNotes } from './kind.ts';

/** Visitor of the files of the latest commit of a branch. */
export const gitSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work) {
    const copy = await getCopy(work);
    return {
      found: [...copy.files.values()].map(({ path, oid }) => ({ ref: path, etag: oid })),
      next: null,
      notes: toSkippedNotes(copy.skippedCount),
    };
  },
  async visit(work, item) {
    const copy = await getCopy(work);
    const file = copy.files.get(item.ref);
    const isSame = file?.oid === item.listed_etag;
    if (!file || !isSame) {
      // Another worker took over, and the branch moved on.
      const problem = toRunError('CHANGED_MEANWHILE', sourceFailures.repository_changed);
      return { state: 'failed', problem, isTransient: false };
    }
    if (file.isTooLarge)
      return { state: 'failed', problem: toTooLargeError(work.ctx.config.uploadLimit), isTransient: false };
    const name = basename(item.ref);
    const content = { title: name, name, mediaType: undefined, etag: item.listed_etag, lastModified: null };
    return { state: 'content', content: { ...content, bytes: copy.bytesOf(file.oid) } };
  },
  cleanUp: (_ctx, runId) => deleteCopy(runId),
};
