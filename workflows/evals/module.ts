export { agentEvalRun, taskEvalRun } from './run.ts';
