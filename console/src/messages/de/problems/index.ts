import { common } from './common.ts';
import { caseFiles, evals, scorers } from './evals.ts';
import { patterns, schema } from './schema.ts';
import { shares } from './shares.ts';
import { dependencies, skillFailures, skills } from './skills.ts';
import { failures, formats, tasks } from './tasks.ts';
import { deliveries, schedules, triggerFailures, triggers, webhooks } from './triggers.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...schema,
  ...patterns,
  ...common,
  ...tasks,
  ...formats,
  ...failures,
  ...evals,
  ...scorers,
  ...caseFiles,
  ...shares,
  ...skills,
  ...dependencies,
  ...skillFailures,
  ...triggers,
  ...schedules,
  ...webhooks,
  ...deliveries,
  ...triggerFailures,
};
