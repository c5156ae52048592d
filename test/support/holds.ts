import pg from 'pg';
import { eventually } from './client.ts';

/** Statements that wait in the database until a test lets them go on: the process behind each stands at a known point. */
export interface Hold {
  /** Resolves when `count` (1) statements wait. */
  reached(count?: number): Promise<void>;
  /** Ends the sessions whose statements wait, as the loss of the connection would; what they were about to do is undone. */
  breakOff(): Promise<void>;
  /** Lets everything that waits go on, and nothing wait any more. */
  release(): Promise<void>;
}

/** Which statements wait. */
export interface Held {
  readonly table: string;
  readonly on: 'insert' | 'update' | 'insert or update';
  /** A condition on `new`, and on `old` for updates. */
  readonly when: string;
  /** Holds the commit of the transaction instead of the statement. */
  readonly atCommit?: boolean;
}

/** Each hold has its own trigger and lock. */
let holds = 0;

/** Makes the statements that fit wait, by a trigger in the test's own database. */
export async function hold(databaseUrl: string, held: Held): Promise<Hold> {
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
      // The trigger stays, and holds nothing any more: to drop it would wait for statements that another hold holds.
      await client.end();
    },
  };
}
