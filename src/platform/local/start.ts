/** The entry of `npm start`: brings everything up on this machine and keeps it running until Ctrl-C. */
import { runUntilStopped } from './run-stack.ts';

await runUntilStopped(performance.now());
