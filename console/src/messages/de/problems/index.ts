import { common } from './common.ts';
import { forwarders } from './forwarders.ts';
import { guardrails } from './guardrails.ts';
import { models } from './models.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...schema,
  ...patterns,
  ...common,
  ...models,
  ...tasks,
  ...formats,
  ...failures,
  ...guardrails,
  ...forwarders,
};
