import type { Executor } from '../platform/db/client.ts';
import { deleteGrantsOf } from './members.ts';

/** Takes away the roles that were given to the project. */
export const projectDeleted = (trx: Executor, id: string) => deleteGrantsOf(trx, { type: 'project', id });
