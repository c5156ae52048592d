import type { Services } from '../src/services.ts';
import type { InlineSteps } from './runs/inline-steps.ts';
import type { Outages } from './runs/outages.ts';

/** Services that activities use, in opening order. */
export const WORKER_SERVICES = [
  'config',
  'log',
  'telemetry',
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
  'resolver',
  'polling',
  'temporal',
] as const satisfies readonly (keyof Services)[];

/** Services of a worker, opened once per process. */
export interface ActivityContext extends Pick<Services, (typeof WORKER_SERVICES)[number]> {
  readonly inlineSteps: InlineSteps;
  readonly outages: Outages;
  /** Aborts when the worker starts to shut down. */
  readonly shutdown: AbortSignal;
}
