import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import type { CreditEntryRow } from './book-entry.ts';

/** Filter of credit entries. */
interface EntryFilter {
  readonly orgId: string;
  readonly kind?: CreditEntryRow['kind'];
  readonly projectId?: string;
  readonly causeId?: string;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
}

/** Lists an organization's credit entries, newest first. */
export function listEntries(db: Executor, filter: EntryFilter, page: PageRequest): Promise<Page<CreditEntryRow>> {
  let rows = db.selectFrom('credit_entries').selectAll().where('org_id', '=', filter.orgId);
  if (filter.kind !== undefined) rows = rows.where('kind', '=', filter.kind);
  if (filter.projectId !== undefined) rows = rows.where('project_id', '=', filter.projectId);
  if (filter.causeId !== undefined) rows = rows.where('cause_id', '=', filter.causeId);
  if (filter.createdAfter !== undefined) rows = rows.where('created', '>=', filter.createdAfter);
  if (filter.createdBefore !== undefined) rows = rows.where('created', '<', filter.createdBefore);
  return paginate(rows, sortByNewest('id'), page);
}
