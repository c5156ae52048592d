import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/client.ts';

/** The response of a delivery. */
export interface SenderReport {
  readonly key: string;
  readonly status: string;
  readonly runId: string;
}

/** A stored run with the key of the event that started it. */
interface StoredRun {
  readonly id: string;
  readonly key: string | null;
  readonly status: string;
  readonly input: { readonly text?: string };
}

/** Returns lost, duplicate or wrongly answered deliveries. */
export async function checkDeliveries(
  db: Db,
  triggerId: string,
  keys: readonly string[],
  reports: readonly SenderReport[],
): Promise<string[]> {
  const { rows } = await sql<StoredRun>`
    select r.id, e.idempotency_key as key, r.status, r.input from task_runs r
    left join trigger_events e on e.run_id = r.id and e.status = 'accepted' where r.trigger_id = ${triggerId}`.execute(
    db,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key ?? '');
  const of = (key: string) => byKey.get(key) ?? [];
  return [
    ...[...new Set(keys)].filter((key) => of(key).length !== 1).map((key) => `${key} has ${of(key).length} runs`),
    ...rows.filter(({ key }) => key === null || !keys.includes(key)).map(({ id }) => `run ${id} is of no delivery`),
    ...rows
      .filter(({ key, input }) => key !== input.text)
      .map(({ id, key }) => `run ${id} of ${key} is on another input`),
    ...rows.filter(({ status }) => status !== 'completed').map(({ id, status }) => `run ${id} is ${status}`),
    ...keys
      .filter((key) => !reports.some((one) => one.key === key))
      .map((key) => `no sender got a response for ${key}`),
    ...reports
      .filter(({ key, runId }) => of(key)[0]?.id !== runId)
      .map(({ key, runId, status }) => `a sender got run ${runId} (${status}) for ${key}`),
  ];
}
