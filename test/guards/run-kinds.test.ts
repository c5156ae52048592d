import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/access/principal-grants.ts';
import { RUN_KINDS } from '../../src/modules.ts';
import type { Database } from '../../src/platform/db/schema.ts';
import { selectAudience, selectUnfinished, toChangeKinds } from '../../src/runs/change-kind.ts';
import type { RunKind, RunTable } from '../../src/runs/kind.ts';
import { countRestart, findRunStatus, listParkedRuns, listUnsettledRuns, type OpenRun } from '../../src/runs/open.ts';
import { markStopping, stopRunsOf } from '../../src/runs/stop.ts';
import { isRunVisible } from '../../src/runs/visibility.ts';
import { listEndedWithReservations, releaseCredits } from '../../src/usage/reservations.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const LIST = 'src/modules.ts';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const filesOf = (...globs: string[]) => globs.flatMap((glob) => globSync(glob, { cwd: ROOT })).toSorted();
const moduleOf = (file: string) => file.split('/')[1] ?? '';

/** Each kind with the file that it is declared in. */
const DECLARED = await Promise.all(
  filesOf('src/**/run-kind.ts').map(async (file) => {
    const exported = Object.values((await import(join(ROOT, file))) as Record<string, RunKind>);
    const kind = exported.find((value) => typeof value.workflow === 'string');
    if (!kind) throw new Error(`${file} declares no kind of run`);
    return { file, kind };
  }),
);
const MODULES = DECLARED.map(({ file }) => moduleOf(file));

describe('every kind of run', () => {
  it('has a file of its own in its module, and one line in the list', () => {
    expect(new Set(RUN_KINDS)).toEqual(new Set(DECLARED.map(({ kind }) => kind)));
    expect(new Set(DECLARED.map(({ kind }) => kind)).size).toBe(DECLARED.length);
  });

  it('has unique names', () => {
    for (const field of ['name', 'resource', 'workflow', 'table'] as const)
      expect(new Set(RUN_KINDS.map((kind) => kind[field])).size, field).toBe(RUN_KINDS.length);
  });

  it('has a workflow with its declared name, and waits for people only while it is unfinished', () => {
    for (const { file, kind } of DECLARED) {
      const plans = filesOf(`workflows/${moduleOf(file)}/*.ts`)
        .map(read)
        .join('\n');
      expect(plans).toContain(`export async function ${kind.workflow}(`);
      expect(kind.states).toEqual(expect.arrayContaining([...kind.parked]));
    }
  });
});

describe('a third kind of run', () => {
  const third: RunKind = {
    name: 'ingestion_run',
    resource: 'ingestion_run',
    workflow: 'ingestionRun',
    table: 'ingestion_runs' as RunTable,
    parent: { type: 'project', table: 'projects', column: 'project_id', visibility: 'run_visibility' },
    states: ['queued', 'running', 'cancelling'],
    parked: [],
    subjects: [],
    state: sql<string>`r.status`,
    isIndependent: sql<boolean>`true`,
    isMoving: sql<boolean>`r.status = 'running'`,
    turns: sql<number>`0`,
    input: ({ id }) => ({ id }),
    beginStop: (trx, ids) => markStopping(trx, third.table, ids),
    wakeups: async () => [],
  };
  const statements: string[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  const page = { graceSeconds: 1, after: 'a', limit: 1 };
  const principal = {
    subject: { type: 'user', id: 'u' },
    projectId: 'p',
    grants: { roles: {} },
  } as unknown as Principal;
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    monitored: async () => {
      await listUnsettledRuns(db, third, page);
      await listParkedRuns(db, third, page);
      await countRestart(db, third, { id: 'r', restarts: 0 } as OpenRun);
    },
    watched: () => findRunStatus(db, third, 'r'),
    stopped: async () => {
      await third.beginStop(db, ['r']);
      for await (const _ of stopRunsOf(db, third, 'project_id', 'p'));
    },
    charged: async () => {
      await releaseCredits(db, third.table, 'r');
      await listEndedWithReservations(db, [third.table]);
    },
    published: async () => {
      for (const kind of toChangeKinds([third])) {
        await sql`${selectAudience(kind)}`.execute(db);
        await sql`${selectUnfinished(kind, sql`any(null)`)}`.execute(db);
      }
    },
  };

  it('is visible to users whom the setting of its resource permits', () => {
    const { sql: text } = sql`${isRunVisible(principal, third, 'o')}`.compile(db);
    expect(text).toContain('"o"."run_visibility"');
    expect(text).toContain('"r"."project_id"');
  });

  it.each(Object.entries(uses))('is %s by its own declaration only', async (_, use) => {
    statements.length = 0;
    await use();
    const queries = statements.filter((statement) => /\br\b|_runs/.test(statement));
    expect(queries).not.toEqual([]);
    for (const statement of queries) expect(statement).toMatch(/ingestion_runs/);
    expect(queries.join()).not.toMatch(/(task|agent)_runs/);
  });
});

describe('the declaration of a kind of run', () => {
  /** Names of kinds that also mean other things. */
  const ORDINARY = ['document', 'ingestion'];
  /** Texts that identify a kind: its table, its workflow, its names and its constant. */
  const namesOf = ({ table, workflow, name, resource }: RunKind) => [
    ...[workflow, name, resource].filter((word) => !ORDINARY.includes(word)).map((word) => `'${word}'`),
    table,
    `${workflow}Kind`,
  ];
  /**
   * A run as a tool is stored with its turn; triggerable resources, models and those found by id are separate tables.
   */
  const isTool = (file: string) =>
    /^(?:src|activities)\/\w+\/tools\/\w+\.ts$/.test(file) ||
    ['src/triggers/targets.ts', 'src/mcp/targets.ts', 'api/runs/locate.ts', 'api/openai/runs.ts'].includes(file) ||
    isOfOneEval(file) ||
    CALLS_OF_TASKS.includes(file) ||
    isTable(file);
  /** The tool calls of a task run are those of an internal agent run: where the two meet, both are known. */
  const CALLS_OF_TASKS = [
    'activities/agents/calls/with-task.ts',
    'activities/agents/turns/task-request.ts',
    'activities/tasks/with-tools.ts',
    'api/agents/approvals/decide.ts',
    'api/agents/approvals/record.ts',
    'api/tasks/cancel.ts',
    'src/agents/runs/task-run.ts',
    'workflows/tasks/run.ts',
  ];
  /** The targets of feedback and reports are tables of their own too; forwarders deliver task runs only. */
  const isTable = (file: string) =>
    /^(?:api|src)\/(?:runs\/feedback|usage\/reports)\/(?:kinds|schemas)\.ts$/.test(file) ||
    file === 'src/tasks/forwarders/deliveries.ts';
  /** Evals have a folder for each kind of run; where calls are executed, an eval replays them. */
  const isOfOneEval = (file: string) =>
    /^(?:api|src|activities)\/evals\/(?:agents|tasks)\//.test(file) || file === 'activities/agents/calls/in-eval.ts';

  it('is known to its own module only; all others read the declaration', () => {
    const found = filesOf('{api,activities,workflows,src}/**/*.ts')
      .filter((file) => file !== LIST && !file.includes('/migrations/') && !isTool(file))
      .flatMap((file) => {
        const text = read(file);
        return DECLARED.filter((declared) => moduleOf(declared.file) !== moduleOf(file)).flatMap(({ kind }) =>
          namesOf(kind)
            .filter((name) => new RegExp(`(?<![\\w])${name}(?!\\w)`).test(text))
            .map((name) => `${file} names ${name}`),
        );
      });
    expect(found, `ask the kind instead: ${LIST}`).toEqual([]);
  });

  /**
   * Code that reads and searches documents does not know how they are ingested, and the release gate of tasks and
   * agents does not know how an eval runs.
   */
  const isForAll = (target: string) =>
    /^src\/knowledge\/(embedding|parsing|reading|retrieval)\//.test(target) ||
    /^(api|activities|src)\/tasks\/(forwarders|guardrails)\//.test(target) ||
    ['src/evals/gate.ts', 'src/evals/contract.ts', 'api/evals/release-gate.ts', ...MEETING].includes(target);
  /** Files where both kinds meet for the tool calls of a task run. */
  const MEETING = [
    'src/tasks/tool-runs.ts',
    'src/tasks/runnable.ts',
    'src/agents/runs/task-run.ts',
    'src/agents/contract.ts',
  ];

  it('is unused by modules of other kinds, except for runs as tools', () => {
    const found = MODULES.flatMap((name) => filesOf(`{api,activities,src}/${name}/**/*.ts`))
      .filter((file) => !isTool(file))
      .flatMap((file) => {
        const others = MODULES.filter((name) => name !== moduleOf(file));
        return [...read(file).matchAll(/from '([^']+)'/g)]
          .map((match) => join(file, '..', match[1] ?? ''))
          .filter((target) => /^(api|activities|src)\//.test(target) && others.includes(moduleOf(target)))
          .filter((target) => !isForAll(target))
          .map((target) => `${file} imports ${target}`);
      });
    expect(found).toEqual([]);
  });
});
