import pg from 'pg';
import { eventually } from './client.ts';

/** Blocks statements in the database until a test releases them, so that processes stop at a known point. */
export interface Hold {
  /** Resolves when `count` (1) statements are blocked. */
  reached(count?: number): Promise<void>;
  /** Terminates the sessions of blocked statements, as a lost connection would. */
  breakOff(): Promise<void>;
  /** Releases all blocked statements and blocks no more. */
  release(): Promise<void>;
}

/** Selects the statements to block. */
interface HeldStatement {
  readonly table: string;
  readonly on: 'insert' | 'update' | 'insert or update';
  /** Condition on `new`, and on `old` for updates. */
  readonly when: string;
  /** Blocks the commit instead of the statement. */
  readonly atCommit?: boolean;
}

/** Each hold has its own trigger and lock. */
let holds = 0;

/** Blocks matching statements with a trigger in the test's own database. */
export async function holdStatements(databaseUrl: string, held: HeldStatement): Promise<Hold> {
  const n = ++holds * 1000 + (process.pid % 1000);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`select pg_advisory_lock(${n})`);
  const timing = held.atCommit
    ? `create constraint trigger held_${n} after ${held.on} on ${held.table} deferrable initially deferred`
    : `create trigger held_${n} before ${held.on} on ${held.table}`;
  await client.query(`
    create function held_${n}() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${n});
      return new;
    end $$;
    ${timing} for each row when (${held.when}) execute function held_${n}();`);
  const waiting = async (): Promise<number[]> => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = ${n} and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map((row) => row.pid);
  };
  return {
    async reached(count = 1) {
      await eventually(waiting, (pids) => pids.length >= count);
    },
    async breakOff() {
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await waiting()]);
      await eventually(waiting, (pids) => pids.length === 0);
    },
    async release() {
      // The trigger remains without effect, because dropping it would wait for other blocked statements.
      await client.end();
    },
  };
}
