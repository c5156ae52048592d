import { common } from './common.ts';
import { connections } from './connections.ts';
import { patterns, schema } from './schema.ts';
import { failures, formats, tasks } from './tasks.ts';

/** Problems by code: every one that the server declares. */
export const problems = { ...schema, ...patterns, ...common, ...tasks, ...formats, ...failures, ...connections };
