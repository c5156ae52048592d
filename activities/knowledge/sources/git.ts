import { basename } from 'node:path/posix';
import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { leftOut } from './files.ts';
import { copyOf, dropCopy } from './git/copy.ts';
import type { ActingSource } from './kind.ts';
import { tooLarge } from './problems.ts';

/** Files of the newest commit of a branch. */
export const gitSource: ActingSource = {
  together: 4,
  listsAll: true,
  most: () => Number.POSITIVE_INFINITY,
  async list(work) {
    const copy = await copyOf(work);
    return {
      found: [...copy.files.values()].map(({ path, oid }) => ({ ref: path, etag: oid })),
      next: null,
      notes: leftOut(copy.leftOut),
    };
  },
  async visit(work, item) {
    const copy = await copyOf(work);
    const file = copy.files.get(item.ref);
    const isSame = file?.oid === item.listed_etag;
    if (!file || !isSame) {
      // Another worker took over, and the branch went on in between.
      const problem = toRunError('CHANGED_MEANWHILE', sourceFailures.repository_changed);
      return { state: 'failed', problem, mayPass: false };
    }
    if (file.isTooLarge) return { state: 'failed', problem: tooLarge(work.ctx.config.uploadLimit), mayPass: false };
    const name = basename(item.ref);
    const content = { title: name, name, mediaType: undefined, etag: item.listed_etag, lastModified: null };
    return { state: 'content', content: { ...content, bytes: copy.bytesOf(file.oid) } };
  },
  tidy: (_ctx, runId) => dropCopy(runId),
};
