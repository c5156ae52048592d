import { sql } from 'kysely';
import { Holdfast, ok, PROJECT } from '../client/index.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { newId } from '../src/platform/ids.ts';
import { formatMs, formatVerdict, type Row } from './cells.ts';
import { measurePair, type Pair, type Times } from './measure.ts';
import type { Product } from './servers.ts';

/** Measures webhook deliveries until the response. The baseline inserts one event. */
export async function measureHooks(product: Product, warmUp: number, runs: number): Promise<Pair<Times>> {
  const { orgId, projectId, apiKey } = product.owner;
  const api = new Holdfast({ baseUrl: product.baseUrl, key: apiKey, retries: 0 });
  const params = { path: { org_id: orgId, project_id: projectId } };
  const prompts = { system_prompt: '', user_prompt: '{text}' };
  const task = await ok(
    api.post(`${PROJECT}/task`, {
      params,
      body: { name: 'Delivered', enabled: true, llm_model_id: 'scripted', ...prompts },
    }),
  );
  const target = { target_type: 'task' as const, target_id: task.id };
  const body = { name: 'Bench', ...target, auth_method: 'bearer' as const, idempotency_key_path: '$.text' };
  const hook = await ok(api.post(`${PROJECT}/trigger/webhook`, { params, body }));
  const url = `${product.baseUrl}${new URL(hook.endpoint ?? '').pathname}`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${hook.auth_secret}` };
  const db = openDatabase(product.databaseUrl, 1, (error) => console.error(error));
  try {
    return await measurePair(
      {
        async baseline() {
          await sql`insert into trigger_events (id, project_id, trigger_id, status, counted)
            values (${newId()}, ${projectId}, ${hook.id}, 'duplicate', false)`.execute(db);
        },
        async holdfast() {
          const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text: newId() }) });
          if (answer.status !== 202) throw new Error(`a delivery was answered ${answer.status} ${await answer.text()}`);
          await answer.arrayBuffer();
        },
      },
      warmUp,
      runs,
    );
  } finally {
    await db.destroy();
  }
}

/** Maximum milliseconds of a delivery above a plain insert. */
const MAX_DELIVERY_OVERHEAD_MS = 15;

export function hookRow({ baseline, holdfast }: Pair<Times>): Row {
  const target = formatVerdict(
    holdfast.p50 - baseline.p50 <= MAX_DELIVERY_OVERHEAD_MS,
    `≤ ${MAX_DELIVERY_OVERHEAD_MS} ms above`,
  );
  return ['(o) delivery to a webhook, p50', formatMs(baseline.p50), formatMs(holdfast.p50), '', target];
}
