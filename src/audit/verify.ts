import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type AuditRow, computeContentDigest, computeEventHash, GENESIS, INSTALLATION_CHAIN } from './chain.ts';
import { type AuditQueryScope, listChainIds } from './queries.ts';

/** Kinds of broken chains. */
type BreakKind = 'altered' | 'missing' | 'inserted' | 'out_of_order' | 'broken_link' | 'head';

/** First break of a chain. */
interface ChainBreak {
  readonly chainId: string;
  /** Event; null if it is missing or the head is wrong. */
  readonly eventId: string | null;
  readonly seq: number;
  readonly kind: BreakKind;
  readonly message: string;
}

/** Result of verifying the chains of a scope. */
export interface Verdict {
  readonly chains: number;
  readonly events: number;
  readonly firstBreak: ChainBreak | null;
}

/** Events per batch; each batch is one statement and thus one snapshot. */
const BATCH_SIZE = 500;
const CHAIN_BATCH_SIZE = 100;
/** Distance from its position within which a moved event is searched. */
const MOVE_WINDOW = 1000;

/** Recomputes every hash of a scope's chains, or of all, up to the first break. */
export async function verifyChains(db: Executor, scope: AuditQueryScope | 'installation'): Promise<Verdict> {
  const strayEvent = await findStrayEvent(db, scope);
  if (strayEvent) return { chains: 0, events: 0, firstBreak: strayEvent };
  let chains = 0;
  let events = 0;
  let after: string | undefined;
  for (;;) {
    const ids = await listChainIds(db, scope, after, CHAIN_BATCH_SIZE);
    for (const id of ids) {
      const verdict = await verifyChain(db, id);
      chains += 1;
      events += verdict.events;
      if (verdict.firstBreak) return { chains, events, firstBreak: verdict.firstBreak };
    }
    after = ids.at(-1) ?? after;
    if (ids.length < CHAIN_BATCH_SIZE) return { chains, events, firstBreak: null };
  }
}

/** Finds an event outside the verified chains: its chain has no head or belongs to another scope. */
async function findStrayEvent(db: Executor, scope: AuditQueryScope | 'installation'): Promise<ChainBreak | undefined> {
  const inScope = scope === 'installation' ? sql`true` : sql`e.org_id = ${scope.orgId}::uuid`;
  const inProject =
    scope === 'installation' || scope.projectId === null ? sql`` : sql`and e.project_id = ${scope.projectId}::uuid`;
  const { rows } = await sql<{ id: string; chain_id: string; seq: string }>`
    select e.id, e.chain_id, e.seq from audit_events e where ${inScope} ${inProject}
      and (e.chain_id <> coalesce(e.project_id, e.org_id, ${INSTALLATION_CHAIN}::uuid) or not exists (select from audit_chains c where c.id = e.chain_id))
    order by e.id limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const message = 'the event belongs to another chain, or the head of its chain is missing';
  return { chainId: row.chain_id, eventId: row.id, seq: Number(row.seq), kind: 'inserted', message };
}

/** Chain head with one of its events. */
interface Step extends AuditRow {
  readonly head_seq: string;
  readonly head_hash: Buffer;
  readonly checkpoint_seq: string;
  readonly checkpoint_hash: Buffer;
}

/** Progress of the verification. */
interface Position {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Recomputes a chain from checkpoint to head, while others append to it or retention trims it. */
async function verifyChain(
  db: Executor,
  id: string,
): Promise<{ readonly events: number; readonly firstBreak: ChainBreak | null }> {
  let at: Position = { seq: 0, hash: GENESIS };
  let events = 0;
  for (;;) {
    const steps = await listStepsAfter(db, id, at.seq);
    const [first] = steps;
    if (!first) return { events, firstBreak: null };
    const checkpoint = { seq: Number(first.checkpoint_seq), hash: first.checkpoint_hash };
    if (checkpoint.seq > at.seq) at = checkpoint;
    const rows = steps.filter((step) => step.id !== null);
    for (const row of rows) {
      const problem = findProblem(row, at);
      if (problem) return { events, firstBreak: { chainId: id, ...problem } };
      at = { seq: Number(row.seq), hash: row.hash };
      events += 1;
    }
    if (rows.length < BATCH_SIZE) {
      const problem = findHeadProblem(first, at);
      return { events, firstBreak: problem ? { chainId: id, ...problem } : null };
    }
  }
}

async function listStepsAfter(db: Executor, id: string, seq: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select c.seq as head_seq, c.hash as head_hash, c.checkpoint_seq, c.checkpoint_hash, e.*
    from audit_chains c left join lateral (
      select * from audit_events where chain_id = c.id and seq > ${seq}::bigint order by seq limit ${BATCH_SIZE}
    ) e on true where c.id = ${id} order by e.seq`.execute(db);
  return rows;
}

type Problem = Omit<ChainBreak, 'chainId'>;

function findProblem(row: Step, at: Position): Problem | undefined {
  const seq = Number(row.seq);
  const found = (kind: BreakKind, message: string): Problem => ({ eventId: row.id, seq, kind, message });
  if (seq <= Number(row.checkpoint_seq)) return found('inserted', 'the event has a number that retention has deleted');
  if (seq > Number(row.head_seq)) return found('inserted', 'the event follows the head of its chain');
  if (seq > at.seq + 1) {
    const missing = seq === at.seq + 2 ? `event ${at.seq + 1} is` : `events ${at.seq + 1} to ${seq - 1} are`;
    return { eventId: null, seq: at.seq + 1, kind: 'missing', message: `${missing} missing` };
  }
  const digest = computeContentDigest(row);
  const follows = row.previous_hash.equals(at.hash);
  const isIntact = row.hash.equals(computeEventHash(row.previous_hash, seq, digest));
  if (follows && isIntact) return undefined;
  if (isIntact) return found('broken_link', 'the event does not match its predecessor; one of the two was replaced');
  const position = toPosition(row, digest);
  if (position !== undefined) return found('out_of_order', `the event was recorded as number ${position}`);
  return found('altered', 'the event was altered: its content does not match its hash');
}

/** Number at which an event's content matches its hash. */
function toPosition(row: Step, digest: Buffer): number | undefined {
  const seq = Number(row.seq);
  for (let position = Math.max(1, seq - MOVE_WINDOW); position <= seq + MOVE_WINDOW; position++) {
    if (row.hash.equals(computeEventHash(row.previous_hash, position, digest))) return position;
  }
  return undefined;
}

function findHeadProblem(head: Step, at: Position): Problem | undefined {
  const seq = Number(head.head_seq);
  if (seq > at.seq) {
    const missing = seq === at.seq + 1 ? `event ${seq} is` : `events ${at.seq + 1} to ${seq} are`;
    return { eventId: null, seq: at.seq + 1, kind: 'missing', message: `${missing} missing` };
  }
  if (head.head_hash.equals(at.hash)) return undefined;
  return { eventId: null, seq, kind: 'head', message: 'the head of the chain is not the hash of its newest event' };
}
