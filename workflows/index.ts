export { agentRun } from './agents/run.ts';
export { taskRun } from './tasks/run.ts';
