import { common } from './common.ts';
import { identity } from './identity.ts';
import { organizations } from './organizations.ts';
import { requests } from './requests.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = {
  ...schema,
  ...patterns,
  ...common,
  ...requests,
  ...identity,
  ...organizations,
  ...tasks,
  ...formats,
  ...failures,
};
