import { type Evidence, KINDS, type Kind, type Violation } from './evidence.ts';
import type { RunObservation } from './observation.ts';
import type { DrillOptions } from './options.ts';
import type { Victim } from './victim.ts';

/** Facts of a drill besides its violations. */
export interface DrillFacts {
  readonly options: DrillOptions;
  readonly evidence: Evidence;
  readonly victims: readonly Victim[];
  /** Seconds from the first start to the last end. */
  readonly seconds: number;
  /** Number of lost connections to the APIs. */
  readonly broken: number;
  /** Responses of 500 and above by kind. */
  readonly faults: ReadonlyMap<string, number>;
  /** Requests to the tool server by behavior. */
  readonly behaviours: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

/** Names of how a run is started. */
const START_NAMES = {
  async: 'without waiting',
  wait: 'waiting',
  stream: 'as a stream',
  chat: 'by a chat completion',
  mcp: 'by a call over MCP',
  tool: 'by a call of a fixed tool',
} as const satisfies Record<RunObservation['startedBy'], string>;

/** Maximum number of violations that are printed. */
const MAX_LISTED_VIOLATIONS = 40;
/** Number of events printed with a violation. */
const EVENTS_PER_VIOLATION = 8;

/** Returns the table of the drill. */
export function renderTable(facts: DrillFacts): string {
  const rows: (readonly [string, string])[] = [
    ...createActivityRows(facts),
    ...Object.keys(KINDS).map((kind) => {
      const count = facts.violations.filter((violation) => violation.kind === kind).length;
      return [KINDS[kind as Kind], count === 0 ? '0' : `${count}  <<<`] as const;
    }),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
}

function createActivityRows({ options, evidence, victims, seconds, broken, behaviours, faults }: DrillFacts) {
  const { seen, stored, performed, changes } = evidence;
  const expired = stored.requests.filter((request) => request.status === 'expired').length;
  const budgets = stored.requests.filter((request) => request.kind === 'budget').length;
  const keys = new Set(performed.map((one) => one.key)).size;
  const receivedChanges = changes.reduce((sum, one) => sum + one.received.length, 0);
  const missed = changes.reduce((sum, one) => sum + one.missed, 0);
  const accepted = seen.filter((one) => one.runIds.size > 0);
  const statuses = Object.entries(Object.groupBy(stored.runs, (run) => run.status));
  const decisions = seen.flatMap((one) => one.decisions);
  const answered = decisions.filter((one) => one.answers.some((answer) => answer.status < 300)).length;
  const unanswered = decisions.filter((one) => one.answers.length === 0).length;
  const streams = seen.flatMap((one) => one.streams);
  const restarted = stored.runs.flatMap((run) => run.events).filter((event) => event.kind === 'turn_restarted').length;
  const faulty = [...faults.values()].reduce((sum, count) => sum + count, 0);
  return [
    ['seed, database', `${options.seed}, ${options.database}`],
    [
      'runs accepted',
      `${accepted.length} in ${seconds.toFixed(0)} s, ${((accepted.length * 60) / seconds).toFixed(0)} a minute`,
    ],
    ['  by outcome', statuses.map(([status, runs]) => `${runs?.length} ${status}`).join(', ')],
    ['  by start', formatCounts(countStarts(accepted))],
    ['  workflows restarted', String(stored.runs.reduce((sum, run) => sum + run.restarts, 0))],
    ['  turns restarted', String(restarted)],
    ['decisions sent, accepted, never answered', `${decisions.length}, ${answered}, ${unanswered}`],
    ['requests expired, for more credits', `${expired}, ${budgets}`],
    ['calls that waited for a key, for a changed tool', formatWaits(stored.waits)],
    ['effects performed, repeated under one key', `${performed.length}, ${performed.length - keys}`],
    ['  responses of the tool server', formatCounts(behaviours)],
    ['unknown effects confirmed', String(seen.reduce((sum, one) => sum + one.asked, 0))],
    ['streams, connections', `${streams.length}, ${streams.reduce((sum, stream) => sum + stream.connections, 0)}`],
    ['project changes received, failed resumes', `${receivedChanges}, ${missed}`],
    ['lost connections, 5xx responses', `${broken}, ${faulty}`],
    ['kills', victims.map((victim) => `${victim.kills} ${victim.name}`).join(', ')],
    ['  unexpected exits', victims.map(({ deaths, name }) => `${deaths.length} ${name}`).join(', ')],
    ['  failed starts', victims.map(({ failedStarts, name }) => `${failedStarts} ${name}`).join(', ')],
    ...[...new Set(victims.map((victim) => victim.kind))].map(
      (kind) => [`  recovery of ${kind}`, formatRecovery(victims.filter((victim) => victim.kind === kind))] as const,
    ),
  ] as const;
}

function formatWaits(waits: readonly { readonly kind: string }[]): string {
  return ['reconnect', 'tool_change'].map((kind) => waits.filter((wait) => wait.kind === kind).length).join(', ');
}

/** Returns the number of runs by how they were started. */
export function countStarts(seen: readonly RunObservation[]): Readonly<Record<string, number>> {
  const groups = Object.entries(Object.groupBy(seen, ({ startedBy }) => START_NAMES[startedBy]));
  return Object.fromEntries(groups.map(([name, runs = []]) => [name, runs.length]));
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function formatRecovery(victims: readonly Victim[]): string {
  const times = victims.flatMap((victim) => victim.recoveries).sort((a, b) => a - b);
  const seconds = (ms: number | undefined) => `${((ms ?? 0) / 1000).toFixed(1)} s`;
  if (times.length === 0) return 'not killed';
  return `median ${seconds(times[Math.floor(times.length / 2)])}, longest ${seconds(times.at(-1))}`;
}

/** Returns the violations with the known facts of their runs. */
export function renderViolations({ violations, evidence, options }: DrillFacts): string {
  const rows = new Map(evidence.stored.runs.map((run) => [run.id, run]));
  const texts = violations.slice(0, MAX_LISTED_VIOLATIONS).map(({ kind, tag, runId, what }) => {
    const run = rows.get(runId ?? '');
    const events = run?.events.slice(-EVENTS_PER_VIOLATION).map((event) => {
      return `      ${event.seq} ${event.kind} ${JSON.stringify(event.payload).slice(0, 240)}`;
    });
    const about = run ? `run ${run.id}, ${run.status}, turns ${run.turns}, restarts ${run.restarts}` : `run ${runId}`;
    return [`- ${KINDS[kind]}: ${what}`, `    ${tag} (seed ${options.seed}), ${about}`, ...(events ?? [])].join('\n');
  });
  const more = violations.length - texts.length;
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
