import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';

/** Editable fields of a partner. */
interface PartnerFields {
  readonly name: string;
  readonly description: string;
}

/** Lists partners, newest first. */
export function listPartners(db: Executor, page: PageRequest) {
  return paginate(db.selectFrom('partners').selectAll(), sortByNewest('id'), page);
}

/** Finds a partner by ID. */
export function findPartner(db: Executor, id: string) {
  return db.selectFrom('partners').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Creates a partner. */
export function createPartner(trx: Executor, fields: PartnerFields) {
  return trx
    .insertInto('partners')
    .values({ ...fields, id: newId() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Updates the present fields; undefined if the partner does not exist. */
export function updatePartner(trx: Executor, id: string, fields: Partial<PartnerFields>) {
  return trx
    .updateTable('partners')
    .set({ ...fields, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
