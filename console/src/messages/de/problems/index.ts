import { common } from './common.ts';
import { connections } from './connections.ts';
import { files } from './files.ts';
import { documentFailures, knowledge, sourceFailures } from './knowledge.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...common,
  ...connections,
  ...files,
  ...knowledge,
  ...documentFailures,
  ...sourceFailures,
  ...schema,
  ...patterns,
  ...tasks,
  ...formats,
  ...failures,
};
