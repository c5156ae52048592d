import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AGENT } from '../client/index.ts';
import { createModelControl, startModelServer } from '../test/support/model-server.ts';
import { audit } from './audit.ts';
import { type ChangesFollower, followChanges } from './changes.ts';
import { ApiClient } from './client.ts';
import { driveSession, getProgress } from './drive.ts';
import type { ApiRecord, Evidence } from './evidence.ts';
import { startFreezer, startKiller } from './killer.ts';
import type { RunObservation } from './observation.ts';
import type { DrillOptions } from './options.ts';
import { startOutages } from './outages.ts';
import { estimateEventCount, planSession } from './plan.ts';
import { type Project, prepare } from './prepare.ts';
import { createRandom } from './random.ts';
import { startRepairer } from './repair.ts';
import type { DrillFacts } from './report.ts';
import { type Servers, startServers } from './servers.ts';
import { readAccount, readStored } from './stored.ts';
import { startToolServer } from './tools.ts';
import type { Victim } from './victim.ts';
import type { DrillWorld } from './world.ts';

const PROGRESS_MS = 5000;
/** Timeout for all processes to be up at the end, in milliseconds. */
const RECOVERY_TIMEOUT_MS = 180_000;
/** Concurrent API reads at the end. */
const CONCURRENT_READS = 20;
/** Maximum lag of project followers at the end, in milliseconds. */
const MAX_FOLLOWER_LAG_MS = 60_000;

/** Result of a drill. */
interface DrillResult extends DrillFacts {
  /** Folder of the logs; undefined if they were deleted. */
  readonly logs: string | undefined;
}

/**
 * Starts the product, runs sessions while its processes are killed, and audits the result. Throws the reason of `stop`
 * soon after it aborts, because an interrupted drill proves nothing.
 */
export async function drill(
  options: DrillOptions,
  say: (line: string) => void,
  stop?: AbortSignal,
): Promise<DrillResult> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-drill-'));
  const model = await startModelServer();
  const tools = await startToolServer(options.seed);
  const giveUp = new AbortController();
  stop?.addEventListener('abort', () => giveUp.abort(stop.reason));
  let servers: Servers | undefined;
  let isClean = false;
  try {
    servers = await startServers(folder, options, model.url, say);
    const project = await prepare(servers, tools, options.mixed);
    const client = new ApiClient(servers.apis, giveUp.signal);
    const repairer = startRepairer(client, project.people[1], project, tools);
    const control = createModelControl(model.url);
    const { mixed } = options;
    const { apis } = servers;
    const world = { client, tools, repairer, model: control, mixed, apis, ...project, signal: giveUp.signal };
    const followers = followProject(servers, project, giveUp.signal);
    const began = performance.now();
    const { seen, problems } = await drive(world, servers, options, giveUp, say);
    stop?.throwIfAborted();
    const seconds = (performance.now() - began) / 1000;
    client.close();
    const evidence = { ...(await collect(servers, project, seen, followers)), performed: [...tools.performed] };
    const odd = problems.map((what) => ({ kind: 'odd', tag: '', runId: undefined, what }) as const);
    const violations = [...audit(evidence), ...odd];
    isClean = violations.length === 0 && !options.keepLogs;
    if (!isClean) writeFileSync(join(folder, 'evidence.json'), JSON.stringify({ evidence, violations }, toPlainJson));
    const { victims } = servers;
    const { behaviours } = tools;
    const { broken, faults } = client;
    const logs = isClean ? undefined : folder;
    return { options, evidence, victims, seconds, broken, faults, behaviours, violations, logs };
  } finally {
    await servers?.stop();
    await tools.close();
    await model.close();
    if (isClean) rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts two followers of the project, each at another process. */
function followProject({ apis }: Servers, { path, people }: Project, signal: AbortSignal): ChangesFollower[] {
  return apis.map((_, first) => followChanges(new ApiClient(apis, signal), people[0], path, first));
}

/** Converts sets and maps for JSON. */
function toPlainJson(_key: string, value: unknown): unknown {
  return value instanceof Set || value instanceof Map ? [...value] : value;
}

/** Executes all runs until they end, or nothing has happened for too long. */
async function drive(
  world: Omit<DrillWorld, 'moved'>,
  { victims }: Servers,
  options: DrillOptions,
  giveUp: AbortController,
  say: (line: string) => void,
): Promise<{ readonly seen: RunObservation[]; readonly problems: readonly string[] }> {
  const seen: RunObservation[] = [];
  const began = Date.now();
  let movedAt = began;
  const moved = () => {
    movedAt = Date.now();
  };
  const until = options.minutes === undefined ? undefined : began + options.minutes * 60_000;
  const share = () => {
    if (until !== undefined) return (Date.now() - began) / (until - began);
    return seen.reduce((sum, one) => sum + getProgress(one, estimateEventCount), 0) / options.runs;
  };
  const over = new AbortController();
  const random = createRandom(`${options.seed}/killer`);
  const noMore = AbortSignal.any([over.signal, giveUp.signal]);
  const { model, tools } = world;
  const isDuringEffect = () => tools.isDuringEffect();
  const killer = startKiller(victims, options.kills, share, random, say, noMore, isDuringEffect);
  const thawed = startFreezer(victims, options.freezes, share, createRandom(`${options.seed}/freezer`), say, noMore);
  const outages = startOutages({ victims, model, share, moved, say, signal: noMore }, options);
  const progress = setInterval(() => {
    const ended = seen.filter((one) => one.ended).length;
    const stuck = Date.now() - movedAt;
    say(
      `${ended} of ${seen.length} runs ended, ${Math.round(share() * 100)} %, ${Math.round((Date.now() - began) / 1000)} s`,
    );
    if (stuck > options.patience * 1000) giveUp.abort(new Error('nothing moved any more'));
  }, PROGRESS_MS);
  try {
    await driveAll({ ...world, moved }, options, { until, killed: killer.made, seen });
  } finally {
    over.abort();
    await Promise.all([killer.done, thawed, outages]);
    clearInterval(progress);
  }
  return { seen, problems: await outages };
}

/** Share of the runs that start after all kills, so that no kill is omitted. */
const SHARE_AFTER_KILLS = 0.1;

interface Course {
  /** Time after which no run starts, in milliseconds since the epoch; undefined to use the number of runs. */
  readonly until: number | undefined;
  readonly killed: Promise<void>;
  /** Observations of each run, added when it starts. */
  readonly seen: RunObservation[];
}

/** Executes the planned sessions with limited concurrency. */
async function driveAll(world: DrillWorld, options: DrillOptions, { until, killed, seen }: Course): Promise<void> {
  let next = 0;
  let left = options.runs;
  const lane = async () => {
    while (left > 0 && (until === undefined || Date.now() < until) && !world.signal.aborted) {
      if (left <= options.runs * SHARE_AFTER_KILLS) await killed;
      if (left <= 0) return;
      const session = planSession(options.seed, next++, left, world.tools.url);
      left -= session.runs.length;
      await driveSession(world, session, seen);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, lane));
}

/** Kinds of processes that survive failures of their dependencies. */
const PRODUCT_KINDS: readonly Victim['kind'][] = ['api', 'worker', 'serve'];

/** Reads the final state from the database and the API when all processes are up. */
async function collect(
  servers: Servers,
  project: Project,
  seen: readonly RunObservation[],
  followers: readonly ChangesFollower[],
): Promise<Omit<Evidence, 'performed'>> {
  const until = Date.now() + RECOVERY_TIMEOUT_MS;
  while (servers.victims.some((victim) => !victim.isUp)) {
    if (Date.now() > until) throw new Error('not everything came up again');
    await pause(100);
  }
  // Maintenance reconciles calls of concurrent attempts.
  while (Date.now() < until && Number((await readAccount(project.db, project.projectId)).reserved) !== 0)
    await pause(200);
  const changes = await Promise.all(followers.map((follower) => follower.finish(MAX_FOLLOWER_LAG_MS)));
  const stored = await readStored(project.db, project.projectId);
  await project.db.destroy();
  const client = new ApiClient(servers.apis, AbortSignal.timeout(120_000));
  const records = new Map<string, ApiRecord>();
  const left = seen.flatMap(({ plan, runIds }) => [...runIds].map((id) => ({ id, path: project.agents[plan.agent] })));
  const reader = async (_: unknown, api: number) => {
    for (let run = left.pop(); run; run = left.pop()) {
      const params = { path: { ...run.path, run_id: run.id } };
      const answer = await client.ask(project.people[0], api, (client, signal) =>
        client.get(`${AGENT}/run/{run_id}`, { params, signal }),
      );
      if (answer?.status === 200) records.set(run.id, answer.data);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, reader));
  client.close();
  const ended = servers.victims.flatMap(({ kind, name, deaths }) =>
    PRODUCT_KINDS.includes(kind) ? deaths.map((words) => `${name}: ${words}`) : [],
  );
  return { seen, stored, changes, records, ended };
}
