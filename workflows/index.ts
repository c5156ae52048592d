export { agentRun } from './agents/run.ts';
export { reconcile } from './background/reconcile.ts';
export { taskRun } from './tasks/run.ts';
