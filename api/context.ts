import type { Services } from '../src/services.ts';

/** Services that the API uses, in opening order. */
export const API_SERVICES = [
  'config',
  'log',
  'telemetry',
  'db',
  'ring',
  'cursorKeys',
  'modelKeys',
  'models',
  'gateway',
  'embeddings',
  'reranking',
  'identity',
  'blobs',
  'inviteCodes',
  'resolver',
  'http',
  'temporal',
  'listener',
  'watcher',
  'changes',
] as const satisfies readonly (keyof Services)[];

/** Services of the API, opened once per process. */
export type ApiContext = Pick<Services, (typeof API_SERVICES)[number]>;
