import { sql } from 'kysely';
import { type Db, type Executor, json } from '../../platform/db/client.ts';
import type { McpTool } from './client/types.ts';
import { computeDefinitionDigest } from './definition.ts';

/** Hours for which a preview counts when its user creates the server. */
const PREVIEW_HOURS = 1;

/** Stores the definitions that a user saw of a server. */
export async function storePreview(
  db: Executor,
  preview: { readonly projectId: string; readonly userId: string; readonly serverUrl: string },
  tools: readonly McpTool[],
): Promise<void> {
  const digests = json(tools.map(computeDefinitionDigest));
  const url = new URL(preview.serverUrl).href;
  await db
    .insertInto('mcp_listings_shown')
    .values({ project_id: preview.projectId, user_id: preview.userId, server_url: url, digests })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id', 'server_url']).doUpdateSet({ digests, shown: sql<Date>`now()` }),
    )
    .execute();
}

/** Returns the digests of the definitions that a user saw recently. */
export async function getPreviewDigests(
  db: Executor,
  preview: { readonly projectId: string; readonly userId: string; readonly serverUrl: string },
): Promise<ReadonlySet<string>> {
  const row = await db
    .selectFrom('mcp_listings_shown')
    .select('digests')
    .where('project_id', '=', preview.projectId)
    .where('user_id', '=', preview.userId)
    .where('server_url', '=', new URL(preview.serverUrl).href)
    .where('shown', '>', sql<Date>`now() - make_interval(hours => ${PREVIEW_HOURS})`)
    .executeTakeFirst();
  return new Set(row?.digests);
}

/** Deletes expired previews. */
export async function deleteOldPreviews(db: Db): Promise<void> {
  await sql`delete from mcp_listings_shown where shown < now() - make_interval(hours => ${PREVIEW_HOURS})`.execute(db);
}
