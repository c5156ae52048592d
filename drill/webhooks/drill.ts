import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { PROJECT } from '../../client/index.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { getBackoffMs, isFaultStatus } from '../client.ts';
import { type EnvironmentResult, runInEnvironment } from '../environment.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import type { Servers } from '../servers.ts';
import { createDrillTask } from '../task.ts';
import { checkDeliveries, type SenderReport } from './check.ts';
import { planDeliveries } from './plan.ts';

const POLL_MS = 250;
/** Timeout of a sender in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 20_000;
/** Share of the deliveries that are sent after all kills. */
const SHARE_AFTER_KILLS = 0.1;

/** Options of a drill with deliveries. */
interface WebhookDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'concurrency' | 'patience' | 'keepLogs'> {
  readonly deliveries: number;
}

/** Result of a drill with deliveries. */
export interface WebhookDrillResult extends EnvironmentResult {
  readonly options: WebhookDrillOptions;
  readonly seconds: number;
  readonly keys: number;
  /** Number of requests, including retries. */
  readonly requests: number;
  readonly duplicates: number;
  readonly violations: readonly string[];
}

/**
 * Sends deliveries to a webhook while processes are killed, many of them more than once. Checks that each key started
 * one run.
 */
export async function drillWebhooks(
  options: WebhookDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<WebhookDrillResult> {
  return runInEnvironment(options, say, async ({ servers, db }) => {
    const hook = await createWebhook(servers, db);
    const keys = planDeliveries(options.seed, options.deliveries);
    const began = performance.now();
    const { reports, requests } = await send(servers, hook, keys, options, say, stop);
    await waitForRuns(db, hook.id, options.patience, stop);
    const seconds = (performance.now() - began) / 1000;
    const violations = await checkDeliveries(db, hook.id, keys, reports);
    const duplicates = reports.filter(({ status }) => status === 'duplicate').length;
    return { options, seconds, keys: new Set(keys).size, requests, duplicates, violations };
  });
}

/** A webhook of a task with the data of its senders. */
interface Webhook {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

async function createWebhook({ apis }: Servers, db: Db): Promise<Webhook> {
  const { id: target_id, params, clients } = await createDrillTask(apis, db);
  const body = {
    name: 'Deliveries',
    target_type: 'task' as const,
    target_id,
    auth_method: 'bearer' as const,
    idempotency_key_path: '$.text',
  };
  const hook = await clients[0].post(`${PROJECT}/trigger/webhook`, { params, body });
  if (hook.status !== 200) throw new Error(`the webhook answered ${hook.status}`);
  const { id, endpoint, auth_secret = '' } = hook.data;
  return { id, path: new URL(endpoint ?? '').pathname, secret: auth_secret };
}

/** Sends all deliveries until each is answered, while processes are killed. */
async function send(
  { apis, victims }: Servers,
  hook: Webhook,
  keys: readonly string[],
  options: WebhookDrillOptions,
  say: (line: string) => void,
  stop: AbortSignal | undefined,
): Promise<{ readonly reports: readonly SenderReport[]; readonly requests: number }> {
  const reports: SenderReport[] = [];
  let [requests, next] = [0, 0];
  const over = new AbortController();
  const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
  const killer = startKiller(
    victims,
    options.kills,
    () => reports.length / keys.length,
    createRandom(`${options.seed}/killer`),
    say,
    noMore,
  );
  const lane = async () => {
    for (let key = keys[next++]; key !== undefined && !noMore.aborted; key = keys[next++]) {
      if (next > keys.length * (1 - SHARE_AFTER_KILLS)) await killer.made;
      for (let repeat = 0; !noMore.aborted; repeat++) {
        requests += 1;
        const answer = await deliver(`${apis[(next + repeat) % apis.length]}${hook.path}`, key, hook.secret);
        if (answer) reports.push(answer);
        if (answer) break;
        await pause(getBackoffMs(repeat));
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: options.concurrency }, lane));
  } finally {
    over.abort();
    await killer.done;
  }
  return { reports, requests };
}

/** Sends one request. Returns the response, or undefined if it failed or was unavailable. */
async function deliver(url: string, key: string, secret: string): Promise<SenderReport | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ text: key }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    const body = (await response.json()) as { status?: string; run_id?: string };
    if (isFaultStatus(response.status)) return undefined;
    return { key, status: body.status ?? String(response.status), runId: body.run_id ?? '' };
  } catch {
    return undefined;
  }
}

/** Waits until all runs of the trigger have ended, or nothing has changed for too long. */
async function waitForRuns(db: Db, triggerId: string, patience: number, stop: AbortSignal | undefined): Promise<void> {
  let [left, movedAt] = [Number.POSITIVE_INFINITY, Date.now()];
  while (left > 0 && !stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from task_runs
      where trigger_id = ${triggerId} and completed is null`
      .execute(db)
      .catch(() => ({ rows: [] }));
    const now = rows[0]?.left ?? left;
    if (now !== left) [left, movedAt] = [now, Date.now()];
    if (left > 0) await pause(POLL_MS);
  }
}
