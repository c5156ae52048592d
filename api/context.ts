import type { Services } from '../src/services.ts';

/** What the API stands on, in the order in which it is opened. */
export const API_SERVICES = [
  'config',
  'log',
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
  'mailer',
  'inviteCodes',
  'resolver',
  'http',
  'temporal',
  'listener',
  'watcher',
  'changes',
] as const satisfies readonly (keyof Services)[];

/** The same, opened once per process. */
export type ApiContext = Pick<Services, (typeof API_SERVICES)[number]>;
