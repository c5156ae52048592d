import type { Parser } from '../config/setting.ts';

/**
 * The task queues: `runs` has all workflows and the steps of runs; `ingestion` documents; `background` mail, deliveries, schedules
 * and maintenance, most of which waits for other servers. Each is scaled by itself.
 */
export const QUEUE_NAMES = ['runs', 'ingestion', 'background'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Whole names of the task queues. */
export type TaskQueues = Readonly<Record<QueueName, string>>;

export function taskQueues(prefix: string): TaskQueues {
  return Object.fromEntries(QUEUE_NAMES.map((name) => [name, `${prefix}-${name}`])) as Record<QueueName, string>;
}

/** Most activities that a worker executes at once, by the queues that it serves. */
export type ServedQueues = ReadonlyMap<QueueName, number>;

const MOST_SLOTS = 10_000;

/** Reads `name:slots` for each queue that a worker is to serve. */
export const servedQueues: Parser<ServedQueues> = (text, refuse) => {
  const form = `queues out of ${QUEUE_NAMES.join(', ')}, comma-separated, each as name:slots`;
  const wrong = (problem: string) => refuse(`must be ${form}; ${problem}`);
  const served = new Map<QueueName, number>();
  for (const part of text.split(',').map((item) => item.trim())) {
    const [, given, digits] = /^([a-z]+):(\d{1,5})$/.exec(part) ?? wrong(`${part.slice(0, 100)} is not of this form`);
    const name = QUEUE_NAMES.find((queue) => queue === given) ?? wrong(`${given} is none of them`);
    const slots = Number(digits);
    if (served.has(name)) wrong(`${name} is there twice`);
    if (slots < 1 || slots > MOST_SLOTS) wrong(`${name} has from 1 to ${MOST_SLOTS} slots`);
    served.set(name, slots);
  }
  return served;
};
