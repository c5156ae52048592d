import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createFoundation } from '../../src/bootstrap.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { openUploader, type UploadedFile } from '../../test/support/documents.ts';
import { createModelControl } from '../../test/support/model-server.ts';
import { type EnvironmentResult, runInEnvironment } from '../environment.ts';
import { startKiller } from '../killer.ts';
import type { DrillOptions } from '../options.ts';
import { createRandom } from '../random.ts';
import type { Servers } from '../servers.ts';
import { compareDocuments } from './compare.ts';
import { type PlannedDocument, planDocuments } from './plan.ts';

const POLL_MS = 500;
const PROGRESS_MS = 5000;
const INITIAL_CREDITS = '200000';

/** Options of a drill with documents. */
interface DocumentDrillOptions
  extends Pick<DrillOptions, 'kills' | 'database' | 'serve' | 'seed' | 'patience' | 'keepLogs'> {
  readonly documents: number;
}

/** Result of a drill with documents. */
export interface DocumentDrillResult extends EnvironmentResult {
  readonly options: DocumentDrillOptions;
  readonly seconds: number;
  readonly chunks: number;
  /** Number of documents per stage at the time of the kills. */
  readonly hit: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

/**
 * Ingests documents of all formats while processes are killed. Compares the result with an undisturbed ingestion of the
 * same documents.
 */
export async function drillDocuments(
  options: DocumentDrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<DocumentDrillResult> {
  return runInEnvironment(options, say, async ({ servers, db, modelUrl }) => {
    const planned = await planDocuments(options.seed, options.documents);
    const control = createModelControl(modelUrl);
    for (const { key, steps } of planned) await control.script(key, steps, { by: 'call' });
    const bring = createUploader(servers, db, planned);
    const began = performance.now();
    const disturbed = await bring();
    const hit = await killProcesses(db, servers, disturbed, options, say, stop);
    const seconds = (performance.now() - began) / 1000;
    const calm = await bring();
    await waitForIngestions(db, calm, options.patience, () => undefined, stop);
    const names = planned.map(({ name }) => name);
    const violations = await compareDocuments(db, { names, disturbed, calm, credits: INITIAL_CREDITS });
    const { rows } = await sql<{ chunks: number }>`select count(*)::int as chunks from chunks`.execute(db);
    return { options, seconds, chunks: (rows[0]?.chunks ?? 0) / 2, hit, violations };
  });
}

/** Returns a function that uploads all documents to a new organization and returns their ids. */
function createUploader({ settings }: Servers, db: Db, planned: readonly PlannedDocument[]) {
  let organizations = 0;
  return async (): Promise<readonly string[]> => {
    const name = `Drill ${++organizations}`;
    const email = `drill-${organizations}@example.com`;
    const tenant = await createFoundation(db, {
      organization: name,
      project: 'Drill',
      email,
      credits: INITIAL_CREDITS,
    });
    const bringer = await openUploader({ ...settings, LOG_LEVEL: 'error' });
    const files: UploadedFile[] = planned.map(({ name, mediaType, text }) => ({ name, mediaType, text }));
    const { documentIds } = await bringer.bring(tenant, files);
    await bringer.close();
    return documentIds;
  };
}

/** Kills processes until all ingestions have ended. Returns the stages at each kill. */
async function killProcesses(
  db: Db,
  { victims }: Servers,
  documentIds: readonly string[],
  options: DocumentDrillOptions,
  say: (line: string) => void,
  stop: AbortSignal | undefined,
): Promise<Record<string, number>> {
  const hit: Record<string, number> = {};
  let states: Record<string, number> = {};
  const over = new AbortController();
  const share = () => (states.ready ?? 0) / documentIds.length;
  const note = (line: string) => {
    for (const [state, count] of Object.entries(states)) hit[state] = (hit[state] ?? 0) + count;
    say(line);
  };
  const random = createRandom(`${options.seed}/killer`);
  const noMore = AbortSignal.any([over.signal, ...(stop ? [stop] : [])]);
  const killer = startKiller(victims, options.kills, share, random, note, noMore);
  const progress = setInterval(() => say(JSON.stringify(states)), PROGRESS_MS);
  try {
    await waitForIngestions(db, documentIds, options.patience, (now) => (states = now), stop);
  } finally {
    over.abort();
    await killer.done;
    clearInterval(progress);
  }
  return hit;
}

/** Waits until all ingestions have ended, or nothing has changed for too long. */
async function waitForIngestions(
  db: Db,
  documentIds: readonly string[],
  patience: number,
  report: (states: Record<string, number>) => void,
  stop: AbortSignal | undefined,
): Promise<void> {
  let movedAt = Date.now();
  let seen = '';
  while (!stop?.aborted && Date.now() - movedAt < patience * 1000) {
    const states = await countStates(db, documentIds).catch(() => undefined);
    const moved = JSON.stringify(states);
    if (states && moved !== seen) {
      movedAt = Date.now();
      seen = moved;
      report(states);
    }
    if (states && Object.keys(states).every((state) => ['ready', 'failed', 'cancelled'].includes(state))) return;
    await pause(POLL_MS);
  }
}

async function countStates(db: Db, documentIds: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from ingestions where document_id = any(${[...documentIds]}::uuid[]) group by status`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
