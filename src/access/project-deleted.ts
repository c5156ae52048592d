import type { Executor } from '../platform/db/client.ts';
import { deleteGrantsOf } from './members.ts';

/** Deletes the grants to a deleted project. */
export const deleteProjectGrants = (trx: Executor, id: string) => deleteGrantsOf(trx, { type: 'project', id });
