import { common } from './common.ts';
import { connections } from './connections.ts';
import { files } from './files.ts';
import { forwarders } from './forwarders.ts';
import { guardrails } from './guardrails.ts';
import { documentFailures, knowledge, sourceFailures } from './knowledge.ts';
import { models } from './models.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...common,
  ...connections,
  ...files,
  ...forwarders,
  ...guardrails,
  ...knowledge,
  ...documentFailures,
  ...sourceFailures,
  ...models,
  ...schema,
  ...patterns,
  ...tasks,
  ...formats,
  ...failures,
};
