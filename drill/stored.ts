import { RUN_KINDS } from '../src/modules.ts';
import type { Db } from '../src/platform/db/client.ts';
import { type Difference, findDifferences } from '../src/usage/check.ts';

/** A stored tool call. */
export interface StoredCall {
  readonly id: string;
  readonly run_id: string;
  readonly turn: number;
  /** Tag of the plan: the id that the model gave the call. */
  readonly provider_call_id: string;
  readonly tool_name: string;
  readonly arguments: unknown;
  readonly edited_arguments: unknown;
  readonly status: string;
  readonly outcome: string | null;
  readonly result: unknown;
}

/** A stored approval request with its decisions. */
export interface StoredRequest {
  readonly id: string;
  readonly run_id: string;
  /** Null if the request is not about a call. */
  readonly tool_call_id: string | null;
  readonly kind: string;
  readonly status: string;
  readonly arguments: unknown;
  readonly approvals_needed: number;
  readonly decisions: readonly {
    readonly subject: string;
    readonly decision: string;
    readonly arguments: unknown;
  }[];
}

/** A stored run with its events and turns. */
export interface StoredRun {
  readonly id: string;
  readonly message: string;
  readonly session_id: string;
  readonly status: string;
  readonly completed: Date | null;
  readonly waiting_for: unknown;
  readonly error: unknown;
  readonly output: string | null;
  readonly event_seq: number;
  readonly turns: number;
  /** Number of started turns; each calls the model once. */
  readonly attempt: number;
  readonly restarts: number;
  readonly input_tokens: number;
  /** Whether a part of the usage is estimated, because a model call was interrupted. */
  readonly usage_estimated: boolean;
  /** Exact decimal. */
  readonly charged_credits: string;
  readonly events: readonly {
    readonly seq: number;
    readonly kind: string;
    readonly turn: number;
    readonly payload: unknown;
  }[];
  readonly said: readonly { readonly turn: number; readonly text: string }[];
}

/** Everything that the database stores of the drill's project. */
export interface StoredEvidence {
  readonly runs: readonly StoredRun[];
  readonly calls: readonly StoredCall[];
  readonly requests: readonly StoredRequest[];
  readonly effects: readonly { readonly tool_call_id: string; readonly run_id: string; readonly status: string }[];
  /** Waits of calls and runs other than approvals. */
  readonly waits: readonly {
    readonly id: string;
    readonly run_id: string;
    readonly kind: string;
    readonly ended_at: Date | null;
  }[];
  /** Task runs of tools by the call they answer. */
  readonly taskRuns: readonly {
    readonly id: string;
    readonly tool_call_id: string | null;
    readonly status: string;
    /** Exact decimal. */
    readonly charged_credits: string;
  }[];
  /** Account of the organization in exact decimals. */
  readonly account: { readonly credits: string; readonly reserved: string };
  /** Differences between the credit ledger and the account or the runs. */
  readonly differences: readonly Difference[];
}

/** Reads what the database stores of a project. */
export async function readStored(db: Db, projectId: string): Promise<StoredEvidence> {
  const runs = await db.selectFrom('agent_runs').selectAll().where('project_id', '=', projectId).execute();
  const ids = db.selectFrom('agent_runs').select('id').where('project_id', '=', projectId);
  const events = await db.selectFrom('run_events').selectAll().where('run_id', 'in', ids).orderBy('seq').execute();
  const turns = await db.selectFrom('agent_turns').selectAll().where('run_id', 'in', ids).orderBy('turn').execute();
  const requests = await db.selectFrom('approval_requests').selectAll().where('run_id', 'in', ids).execute();
  const decisions = await db
    .selectFrom('approval_decisions')
    .selectAll()
    .where('approval_request_id', 'in', db.selectFrom('approval_requests').select('id').where('run_id', 'in', ids))
    .execute();
  const eventsOf = Map.groupBy(events, (event) => event.run_id);
  const turnsOf = Map.groupBy(turns, (turn) => turn.run_id);
  const decisionsOf = Map.groupBy(decisions, (decision) => decision.approval_request_id);
  return {
    runs: runs.map((run) => ({ ...run, events: eventsOf.get(run.id) ?? [], said: turnsOf.get(run.id) ?? [] })),
    calls: await db.selectFrom('tool_calls').selectAll().where('run_id', 'in', ids).execute(),
    requests: requests.map((request) => ({ ...request, decisions: decisionsOf.get(request.id) ?? [] })),
    effects: await db.selectFrom('effects').selectAll().where('run_id', 'in', ids).execute(),
    waits: await db
      .selectFrom('run_waits')
      .select(['id', 'run_id', 'kind', 'ended_at'])
      .where('run_id', 'in', ids)
      .execute(),
    taskRuns: await db
      .selectFrom('task_runs')
      .select(['id', 'tool_call_id', 'status', 'charged_credits'])
      .where('project_id', '=', projectId)
      .execute(),
    account: await readAccount(db, projectId),
    differences: await findDifferences(
      db,
      RUN_KINDS.map(({ table }) => table),
    ),
  };
}

/** Reads the account of a project's organization. */
export function readAccount(db: Db, projectId: string): Promise<StoredEvidence['account']> {
  return db
    .selectFrom('organization_accounts as a')
    .innerJoin('projects as p', 'p.org_id', 'a.org_id')
    .select(['a.credits', 'a.reserved'])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow();
}
