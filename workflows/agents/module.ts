export { agentRun } from './run.ts';
