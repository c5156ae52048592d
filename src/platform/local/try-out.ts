/**
 * Environment variable that `npm start` sets for the combined process of a stack that only runs on this machine, with
 * its own database and Temporal server.
 */
export const TRY_OUT_VARIABLE = 'HOLDFAST_TRY_OUT';

/** Whether this process runs the API and the worker of a stack for trying out. Its supervisor restarts it. */
export function isTryOutProcess(env: NodeJS.ProcessEnv = process.env): boolean {
  return env[TRY_OUT_VARIABLE] === '1' && env.HOLDFAST_SUPERVISED === '1';
}

/** Kills this process like a crash: nothing is finished, flushed or released. */
export function killThisProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}
