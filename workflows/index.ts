export { agentRun } from './agents/run.ts';
export { reconcile } from './background/reconcile.ts';
export { domainVerification } from './organizations/domain.ts';
export { invite } from './organizations/invite.ts';
export { taskRun } from './tasks/run.ts';
