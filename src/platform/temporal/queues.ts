import type { Parser } from '../config/setting.ts';

/**
 * The task queues: `runs` has all workflows and the steps of runs; `ingestion` documents; `background` mail, deliveries, schedules
 * and maintenance, most of which waits for other servers. Each is scaled by itself.
 */
export const QUEUE_NAMES = ['runs', 'ingestion', 'background'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Whole names of the task queues. */
export type TaskQueues = Readonly<Record<QueueName, string>>;

export function getTaskQueues(prefix: string): TaskQueues {
  return Object.fromEntries(QUEUE_NAMES.map((name) => [name, `${prefix}-${name}`])) as Record<QueueName, string>;
}

/** Most activities that a worker executes at once, by the queues that it serves. */
export type ServedQueues = ReadonlyMap<QueueName, number>;

const MAX_SLOTS = 10_000;

/** Reads `name:slots` for each queue that a worker is to serve. */
export const parseServedQueues: Parser<ServedQueues> = (text, reject) => {
  const format = `queues out of ${QUEUE_NAMES.join(', ')}, comma-separated, each as name:slots`;
  const fail = (problem: string) => reject(`must be ${format}; ${problem}`);
  const served = new Map<QueueName, number>();
  for (const part of text.split(',').map((item) => item.trim())) {
    const [, queueName, digits] =
      /^([a-z]+):(\d{1,5})$/.exec(part) ?? fail(`${part.slice(0, 100)} is not of this form`);
    const name = QUEUE_NAMES.find((queue) => queue === queueName) ?? fail(`${queueName} is none of them`);
    const slots = Number(digits);
    if (served.has(name)) fail(`${name} is there twice`);
    if (slots < 1 || slots > MAX_SLOTS) fail(`${name} has from 1 to ${MAX_SLOTS} slots`);
    served.set(name, slots);
  }
  return served;
};
