/** All workflows of all modules. */
export { agentRun } from './agents/run.ts';
export { agentEvalRun, taskEvalRun } from './evals/run.ts';
export { deliverForward } from './forwarders/deliver.ts';
export { answerKnowledgeQuery } from './knowledge/answer-query.ts';
export { backfillEmbeddings } from './knowledge/backfill.ts';
export { ingestDocument } from './knowledge/ingest.ts';
export { summarizeCollection } from './knowledge/summarize.ts';
export { syncSource } from './knowledge/sync-source.ts';
export { maintenance } from './maintenance/maintenance.ts';
export { domainVerification } from './organizations/domain.ts';
export { invite } from './organizations/invite.ts';
export { provision } from './skills/provision.ts';
export { taskRun } from './tasks/run.ts';
