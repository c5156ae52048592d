import { sourceFailures } from '../../../src/knowledge/failures.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import { toTooLargeError } from './failures.ts';
import { SourceError, type SourceVisitor, type VisitResult } from './kind.ts';
import { clearRowCache, getRows } from './postgres/rows.ts';

/** Visitor of the rows of a query. They are read in one snapshot, so a list cannot lack a row that is there. */
export const postgresSource: SourceVisitor = {
  concurrency: 4,
  listsAllItems: true,
  maxItems: () => Number.POSITIVE_INFINITY,
  async list(work) {
    const rows = await getRows(work);
    return { found: [...rows.values()].map(({ key, version }) => ({ ref: key, etag: version })), next: null };
  },
  async visit(work, item): Promise<VisitResult> {
    try {
      const row = (await getRows(work)).get(item.ref);
      if (row?.version !== item.listed_etag) {
        // Another worker took over, and the table changed.
        const problem = toRunError('CHANGED_MEANWHILE', sourceFailures.database_changed);
        return { state: 'failed', problem, isTransient: false };
      }
      const bytes = [Buffer.from(row.text)];
      const limit = work.ctx.config.uploadLimit;
      if (bytes[0] && bytes[0].length > limit)
        return { state: 'failed', problem: toTooLargeError(limit), isTransient: false };
      const version = { etag: item.listed_etag, lastModified: null };
      const content = { title: row.title, name: `${item.ref}.md`, mediaType: 'text/markdown', bytes, ...version };
      return { state: 'content', content };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { state: 'failed', problem: error.problem, isTransient: error.isTransient };
    }
  },
  cleanUp: async (_ctx, runId) => clearRowCache(runId),
};
