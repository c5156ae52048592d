export { ingestDocument } from './ingest.ts';
