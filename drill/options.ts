import { parseArgs } from 'node:util';
import { MUTATION_NAMES, type MutationName } from './mutants/mutants.ts';

/** Options of a drill. */
export interface DrillOptions {
  /** Number of runs; unlimited with `minutes`. */
  readonly runs: number;
  /** Number of documents; undefined for a drill with runs. */
  readonly documents: number | undefined;
  /** Number of schedules; undefined for a drill with runs. */
  readonly schedules: number | undefined;
  /** Number of webhook deliveries; undefined for a drill with runs. */
  readonly deliveries: number | undefined;
  /** Number of cases of an eval; undefined for a drill with runs. */
  readonly evals: number | undefined;
  /** Minutes in which runs start; undefined to use `runs`. */
  readonly minutes: number | undefined;
  /** Number of kills, spread over the drill. */
  readonly kills: number;
  /** Number of freezes of a worker or API process, 1 to 30 seconds each. Only for a drill with runs. */
  readonly freezes: number;
  /** Seconds that the model provider is away once; 0 for never. Only for a drill with runs. */
  readonly providerAway: number;
  /** Seconds that Temporal is away once; 0 for never. Only for a drill with runs. */
  readonly temporalAway: number;
  readonly database: 'native' | 'pglite';
  /** Whether API and worker are one process. */
  readonly serve: boolean;
  /** Whether models differ in speed. Only for a drill with runs. */
  readonly mixed: boolean;
  /** Seed of all choices: plan, kills and behavior of the outside world. */
  readonly seed: string;
  /** Number of concurrent sessions. */
  readonly concurrency: number;
  /** Seconds without any event after which the remaining runs count as stuck. */
  readonly patience: number;
  /** Defect that workers have. Only for a drill with runs. */
  readonly mutant: MutationName | undefined;
  /** Whether to keep the logs without violations. */
  readonly keepLogs: boolean;
}

const USAGE = `npm run drill -- [--runs N | --minutes M | --documents D | --schedules S | --deliveries D | --evals E]
                  [--kills K] [--freezes F] [--provider-away seconds] [--temporal-away seconds] [--database native|pglite] [--serve] [--mixed] [--seed T]
                  [--concurrency C] [--patience seconds] [--mutant ${MUTATION_NAMES.join('|')}] [--keep-logs]`;

/** Returns the whole number of an option. Throws an Error below `least`. */
function parseWholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= 1_000_000) return value;
  throw new Error(`--${name} must be a whole number from ${least} on\n${USAGE}`);
}

/** Parses the command line. Throws an Error that names the option and the rule. */
export function readOptions(args: readonly string[]): DrillOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      runs: { type: 'string' },
      minutes: { type: 'string' },
      documents: { type: 'string' },
      schedules: { type: 'string' },
      deliveries: { type: 'string' },
      evals: { type: 'string' },
      kills: { type: 'string' },
      database: { type: 'string', default: 'native' },
      serve: { type: 'boolean', default: false },
      mixed: { type: 'boolean', default: false },
      freezes: { type: 'string', default: '0' },
      'provider-away': { type: 'string', default: '0' },
      'temporal-away': { type: 'string', default: '0' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      concurrency: { type: 'string', default: '40' },
      patience: { type: 'string', default: '180' },
      mutant: { type: 'string' },
      'keep-logs': { type: 'boolean', default: false },
    },
  });
  const { database } = values;
  if (database !== 'native' && database !== 'pglite') throw new Error(`--database must be native or pglite\n${USAGE}`);
  const minutes = values.minutes === undefined ? undefined : parseWholeNumber('minutes', values.minutes, 1);
  const runs = minutes === undefined ? parseWholeNumber('runs', values.runs ?? '100', 1) : Number.POSITIVE_INFINITY;
  const documents = values.documents === undefined ? undefined : parseWholeNumber('documents', values.documents, 1);
  const schedules = values.schedules === undefined ? undefined : parseWholeNumber('schedules', values.schedules, 9);
  const deliveries = values.deliveries === undefined ? undefined : parseWholeNumber('deliveries', values.deliveries, 1);
  const evals = values.evals === undefined ? undefined : parseWholeNumber('evals', values.evals, 1);
  assertExclusive(values);
  const usual = minutes === undefined ? Math.max(1, Math.ceil(runs / 20)) : minutes * 4;
  return {
    runs,
    documents,
    schedules,
    deliveries,
    evals,
    minutes,
    kills: parseWholeNumber('kills', values.kills ?? String(usual), 0),
    freezes: parseWholeNumber('freezes', values.freezes, 0),
    providerAway: parseWholeNumber('provider-away', values['provider-away'], 0),
    temporalAway: parseWholeNumber('temporal-away', values['temporal-away'], 0),
    database,
    serve: values.serve,
    mixed: values.mixed,
    seed: values.seed,
    concurrency: parseWholeNumber('concurrency', values.concurrency, 1),
    patience: parseWholeNumber('patience', values.patience, 10),
    mutant: parseMutant(values.mutant),
    keepLogs: values['keep-logs'],
  };
}

function parseMutant(text: string | undefined): MutationName | undefined {
  const mutant = MUTATION_NAMES.find((name) => name === text);
  if (mutant !== text) throw new Error(`--mutant must be ${MUTATION_NAMES.join(' or ')}\n${USAGE}`);
  return mutant;
}

/** Values of the options that select the kind of drill. */
interface Work {
  readonly runs?: string;
  readonly minutes?: string;
  readonly documents?: string;
  readonly schedules?: string;
  readonly deliveries?: string;
  readonly evals?: string;
  readonly mixed: boolean;
  readonly mutant?: string;
  readonly freezes: string;
  readonly 'provider-away': string;
  readonly 'temporal-away': string;
}

/** Throws an Error if options conflict. */
function assertExclusive({ runs, minutes, mixed, mutant, ...others }: Work): void {
  if (runs !== undefined && minutes !== undefined) throw new Error(`--runs and --minutes exclude each other\n${USAGE}`);
  const given = [others.documents, others.schedules, others.deliveries, others.evals].filter(Boolean).length;
  if (given > 1 || (given === 1 && (runs !== undefined || minutes !== undefined)))
    throw new Error(
      `--runs or --minutes, --documents, --schedules, --deliveries and --evals exclude each other\n${USAGE}`,
    );
  if (given > 0 && mixed) throw new Error(`--mixed is for --runs and --minutes\n${USAGE}`);
  if (given > 0 && mutant !== undefined) throw new Error(`--mutant is for --runs and --minutes\n${USAGE}`);
  for (const name of ['freezes', 'provider-away', 'temporal-away'] as const)
    if (given > 0 && others[name] !== '0') throw new Error(`--${name} is for --runs and --minutes\n${USAGE}`);
}
