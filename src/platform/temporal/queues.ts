import type { Parser } from '../config/setting.ts';

/**
 * Task queues: `runs` has all workflows and the steps of runs; `ingestion` has documents; `background` has mails,
 * deliveries, schedules and maintenance, which mostly wait for other servers. Each scales independently.
 */
export const QUEUE_NAMES = ['runs', 'ingestion', 'background'] as const;
/** Name of a task queue without its prefix. */
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Full names of the task queues. */
export type TaskQueues = Readonly<Record<QueueName, string>>;

/** Returns the names of the task queues at Temporal. */
export function getTaskQueues(prefix: string): TaskQueues {
  return Object.fromEntries(QUEUE_NAMES.map((name) => [name, `${prefix}-${name}`])) as Record<QueueName, string>;
}

/** Maximum number of concurrent activities by queue. */
type ServedQueues = ReadonlyMap<QueueName, number>;

const MAX_SLOTS = 10_000;

/** Parses `name:slots` for each queue of a worker. */
export const parseServedQueues: Parser<ServedQueues> = (text, reject) => {
  const format = `queues out of ${QUEUE_NAMES.join(', ')}, comma-separated, each as name:slots`;
  const fail = (problem: string) => reject(`must be ${format}; ${problem}`);
  const served = new Map<QueueName, number>();
  for (const part of text.split(',').map((item) => item.trim())) {
    const [, queueName, digits] = /^([a-z]+):(\d{1,5})$/.exec(part) ?? fail(`${part.slice(0, 100)} has another format`);
    const name = QUEUE_NAMES.find((queue) => queue === queueName) ?? fail(`${queueName} is not one of them`);
    const slots = Number(digits);
    if (served.has(name)) fail(`${name} is listed twice`);
    if (slots < 1 || slots > MAX_SLOTS) fail(`${name} must have 1 to ${MAX_SLOTS} slots`);
    served.set(name, slots);
  }
  return served;
};
