export { answerKnowledgeQuery } from './answer-query.ts';
export { backfillEmbeddings } from './backfill.ts';
export { ingestDocument } from './ingest.ts';
export { summarizeCollection } from './summarize.ts';
export { syncSource } from './sync-source.ts';
