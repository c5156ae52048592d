import { findScrapeSource, findSource } from '../../../src/knowledge/sources/queries.ts';
import { findSourceRun } from '../../../src/knowledge/sources/runs.ts';
import { errors } from '../../../src/platform/errors.ts';
import { parent } from '../../path.ts';

const RUN = { description: 'Run of the source', field: 'source_run' };

export const SOURCE_PARENTS = {
  knowledge_source_id: parent({
    description: 'Knowledge source of the project',
    field: 'knowledge_source',
    load: (db, { id, caller }) => findSource(db, caller.projectId, id),
  }),
  sync_run_id: parent({
    ...RUN,
    load: (db, { id, caller }) => findSourceRun(db, caller.projectId, id),
    check(run, { above }) {
      if (run.source_id !== above) throw errors.notFound(RUN.field, run.id);
    },
  }),
};

/** Run of the scrape source of the project. */
export const scrapeRun = parent({
  ...RUN,
  async load(db, { id, caller }) {
    const run = await findSourceRun(db, caller.projectId, id);
    const source = run && (await findScrapeSource(db, caller.projectId));
    return run?.source_id === source?.id ? run : undefined;
  },
});
