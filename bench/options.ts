import type { DatabaseKind, Environment } from '../src/platform/local/launch.ts';
import type { KnowledgeSize } from './knowledge.ts';
import { type ProcessCounts, parseProcesses } from './servers.ts';
import type { WaitingSize } from './waiting-runs.ts';

const USAGE =
  'npm run bench -- [--database native|pglite|both] [--rows a,b,…] [--quick] [--waiting <runs>] [--chunks <number>] [--reported <runs>] [--processes 2x2|serve] [--temporal <folder>] [--set NAME=value]… [--profile <folder>] [--keep-logs]';
/** Names of all rows. */
export const ROWS = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
  'm',
  'n',
  'o',
  'p',
  'r',
  'q',
  's',
  't',
  'v',
  'w',
  'x',
];
/** Rows that read /proc. */
export const LINUX_ROWS = ['f', 'j', 'k', 't'];

/** Size of the measurements. */
interface Size {
  readonly warmUp: number;
  readonly runs: number;
  readonly clients: number;
  /** Task runs per block. A block of agent runs has half. */
  readonly blockRuns: number;
  readonly blocks: number;
  readonly waiting: Omit<WaitingSize, 'clients' | 'cpu'>;
  /** Waiting runs of row (k). */
  readonly idle: number;
  /** Documents per block of row (m). */
  readonly documents: number;
  readonly knowledge: KnowledgeSize;
  /** Runs of the reports of row (r). */
  readonly reported: number;
  /** Cases of the eval of row (v). */
  readonly cases: number;
  /** Loads and decisions of row (w). */
  readonly loads: number;
}
const FULL: Size = {
  warmUp: 40,
  runs: 150,
  clients: 50,
  blockRuns: 500,
  blocks: 3,
  waiting: { finished: [500, 1500], waiting: [200, 2000] },
  idle: 2000,
  documents: 24,
  knowledge: { chunks: 100_000, dimension: 384 },
  reported: 1_000_000,
  cases: 500,
  loads: 15,
};
const QUICK: Size = {
  warmUp: 15,
  runs: 40,
  clients: 50,
  blockRuns: 300,
  blocks: 1,
  waiting: { finished: [100, 200], waiting: [20, 200] },
  idle: 200,
  documents: 12,
  knowledge: { chunks: 24_000, dimension: 384 },
  reported: 100_000,
  cases: 100,
  loads: 5,
};

/** Options of the bench. */
export interface BenchOptions {
  readonly kinds: readonly DatabaseKind[];
  /** Names of the rows. */
  readonly rows: ReadonlySet<string>;
  readonly size: Size;
  readonly settings: Environment;
  readonly processes: ProcessCounts;
  /** Folder of the Temporal server programs; undefined for the server of `npm start`. */
  readonly programs: string | undefined;
}

/** Parses the options. Throws an Error that names the invalid one. */
export function readOptions(values: {
  database: string;
  rows: string;
  quick: boolean;
  waiting?: string;
  chunks?: string;
  reported?: string;
  set: string[];
  processes: string;
  temporal?: string;
}): BenchOptions {
  const kinds = { native: ['native'], pglite: ['pglite'], both: ['native', 'pglite'] }[values.database];
  if (!kinds) throw new Error(`--database must be native, pglite or both\n${USAGE}`);
  const rows = values.rows.split(',');
  if (rows.some((row) => !ROWS.includes(row))) throw new Error(`--rows must be some of ${ROWS.join(',')}\n${USAGE}`);
  const unreadable = process.platform === 'linux' ? undefined : LINUX_ROWS.find((row) => rows.includes(row));
  if (unreadable) throw new Error(`row (${unreadable}) reads /proc: leave it out here`);
  const settings = values.set.map((setting) => setting.split('=', 2));
  if (settings.some(([name, value]) => !name || value === undefined))
    throw new Error(`--set must be NAME=value\n${USAGE}`);
  const processes = parseProcesses(values.processes);
  if (!processes) throw new Error(`--processes must be such as 2x2, or serve\n${USAGE}`);
  const number = (name: 'waiting' | 'chunks' | 'reported') => {
    const given = values[name] === undefined ? undefined : Number(values[name]);
    if (given !== undefined && !(Number.isInteger(given) && given > 0))
      throw new Error(`--${name} must be a number\n${USAGE}`);
    return given;
  };
  const size = values.quick ? QUICK : FULL;
  return {
    kinds: kinds as DatabaseKind[],
    rows: new Set(rows),
    size: {
      ...size,
      idle: number('waiting') ?? size.idle,
      knowledge: { ...size.knowledge, chunks: number('chunks') ?? size.knowledge.chunks },
      reported: number('reported') ?? size.reported,
    },
    settings: Object.fromEntries(settings),
    processes,
    programs: values.temporal,
  };
}
