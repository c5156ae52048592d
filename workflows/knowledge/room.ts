export { fillCollection } from './fill.ts';
export { ingestDocument } from './ingest.ts';
