import { agentWithDeleted, runnableAgent } from '../../agents/parents.ts';

/** Parents of agent evals: the agent with its history, and with everything a run needs. */
export const AGENT_ROWS = { ever: agentWithDeleted, runnable: runnableAgent };
