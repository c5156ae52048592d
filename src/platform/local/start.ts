/** Entry of `npm start`: starts the product on this machine and runs it until Ctrl-C. */
import { runUntilStopped } from './run-stack.ts';

await runUntilStopped(performance.now());
