import type { Executor } from '../../../platform/db/client.ts';
import { json } from '../../../platform/db/client.ts';
import type { RunError } from '../../../runs/contract.ts';
import type { SiteRules } from './robots.ts';

/**
 * Crawl rules of a site in a run, or why they are unknown. `missingPage` is the template digest of the page that the site returns
 * for an address which does not exist: null if it returns an error instead, `unknown` if it is to be requested.
 */
export type KnownSite =
  | { readonly rules: SiteRules; readonly missingPage?: string | null }
  | { readonly problem: RunError };

export const UNKNOWN_PAGE = 'unknown';

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
