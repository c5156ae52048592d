import { agentWithDeleted, runnableAgent } from '../../agents/parents.ts';

/** What evals of agents load of a path: the agent with its history, and with what a run of it needs. */
export const AGENT_ROWS = { ever: agentWithDeleted, runnable: runnableAgent };
