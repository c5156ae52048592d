/** Task queue of the bare workflows. */
export const FLOOR_QUEUE = 'bench-floor';
/** The product's task in the bench: its answer is the message, echoed by the model. */
export const TASK_MESSAGE = 'Say hello to {name}.';
/** Key of the model's script for agent runs: one calculation, then the answer. */
export const AGENT_SCRIPT = 'bench-agent';
/** Milliseconds the slow model thinks before its first word. */
export const SLOW_MODEL_MS = 50;
/** Milliseconds until a page, and what a search finds, are answered. */
export const PAGE_MS = 500;
export const SEARCH_MS = 1500;
/** Name of the model that thinks so many milliseconds before it answers a task. */
export const thinkingModel = (ms: number): string => `thinks-${ms}`;
