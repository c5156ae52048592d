import { randomBytes } from 'node:crypto';
import type { Executor } from '../../platform/db/client.ts';

/** Generates a new endpoint of a trigger. The previous one stops working. */
export async function setEndpoint(trx: Executor, triggerId: string): Promise<void> {
  const endpoint = randomBytes(24).toString('base64url');
  await trx
    .insertInto('trigger_endpoints')
    .values({ trigger_id: triggerId, endpoint })
    .onConflict((conflict) => conflict.column('trigger_id').doUpdateSet({ endpoint }))
    .execute();
}
