import { type Executor, json } from '../../../platform/db/client.ts';
import type { RunError } from '../../../runs/contract.ts';
import type { SiteRules } from './robots.ts';

/** Page that is compared with changed pages of a run. */
export interface SamplePage {
  readonly url: string;
  /** Address of the changed page for which it is requested. Null for an address that does not exist. */
  readonly changed: string | null;
  /** Template digest of its document. Null without one. */
  readonly previous: string | null;
  /** Template digest of the page. Null if the site returns an error. Undefined until it is requested. */
  readonly template?: string | null;
}

/** Crawl rules of a site in a run, with pages to compare, or why the rules are unknown. */
export type KnownSite =
  | { readonly rules: SiteRules; readonly samples?: readonly SamplePage[] }
  | { readonly problem: RunError };

/** Finds the rules of a site in a run. */
export async function findSite(db: Executor, runId: string, origin: string): Promise<KnownSite | undefined> {
  const row = await db
    .selectFrom('source_sites')
    .select('rules')
    .where('run_id', '=', runId)
    .where('origin', '=', origin)
    .executeTakeFirst();
  return row?.rules as KnownSite | undefined;
}

/** Stores the rules of a site for a run. */
export async function storeSite(db: Executor, runId: string, origin: string, site: KnownSite): Promise<void> {
  await db
    .insertInto('source_sites')
    .values({ run_id: runId, origin, rules: json<unknown>(site) })
    .onConflict((conflict) => conflict.columns(['run_id', 'origin']).doUpdateSet({ rules: json<unknown>(site) }))
    .execute();
}
