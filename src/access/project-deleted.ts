import type { Executor } from '../platform/db/client.ts';
import { forgetSubject } from './members.ts';

/** Takes away the roles that were given to the project. */
export const projectDeleted = (trx: Executor, id: string) => forgetSubject(trx, { type: 'project', id });
