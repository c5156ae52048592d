import type { Services } from '../src/services.ts';
import type { InlineSteps } from './runs/inline-steps.ts';
import type { Outages } from './runs/outages.ts';

/** Services of activities, in the order in which they are opened. */
export const WORKER_SERVICES = [
  'config',
  'log',
  'db',
  'ring',
  'blobs',
  'modelKeys',
  'models',
  'gateway',
  'media',
  'embeddings',
  'reranking',
  'http',
  'listener',
  'stops',
  'mailer',
  'inviteCodes',
  'resolver',
  'polling',
  'temporal',
] as const satisfies readonly (keyof Services)[];

/** The same, opened once per worker. */
export interface ActivityContext extends Pick<Services, (typeof WORKER_SERVICES)[number]> {
  readonly inlineSteps: InlineSteps;
  readonly outages: Outages;
  /** Aborted as soon as the worker begins to shut down. */
  readonly shutdown: AbortSignal;
}
