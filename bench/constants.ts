/** Task queue of the baseline workflows. */
export const BASELINE_QUEUE = 'bench-baseline';
/** Prompt of the product's task. The model echoes the message. */
export const TASK_MESSAGE = 'Say hello to {name}.';
/** Script key of agent runs: one calculation, then the answer. */
export const AGENT_SCRIPT = 'bench-agent';
/** Delay before the first text of the slow model. */
export const SLOW_MODEL_DELAY_MS = 50;
/** Delays of a page and of a web search. */
export const PAGE_DELAY_MS = 500;
export const SEARCH_DELAY_MS = 1500;
/** Returns the name of the model with this delay before its response. */
export const toThinkingModelName = (ms: number): string => `thinks-${ms}`;
