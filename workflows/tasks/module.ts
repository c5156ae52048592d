export { taskRun } from './run.ts';
