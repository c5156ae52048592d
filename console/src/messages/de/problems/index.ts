import { agentFailures, agents, callArguments, decisions } from './agents.ts';
import { common } from './common.ts';
import { runFailures, runs } from './runs.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...schema,
  ...patterns,
  ...common,
  ...tasks,
  ...formats,
  ...failures,
  ...agents,
  ...decisions,
  ...callArguments,
  ...agentFailures,
  ...runs,
  ...runFailures,
};
