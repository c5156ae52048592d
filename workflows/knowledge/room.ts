export { fillCollection } from './fill.ts';
export { ingestDocument } from './ingest.ts';
export { syncSource } from './sync-source.ts';
