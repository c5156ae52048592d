/** Task queue of the bare workflows. */
export const BASELINE_QUEUE = 'bench-baseline';
/** The product's task in the bench: its answer is the message, echoed by the model. */
export const TASK_MESSAGE = 'Say hello to {name}.';
/** Key of the model's script for agent runs: one calculation, then the answer. */
export const AGENT_SCRIPT = 'bench-agent';
/** Milliseconds the slow model thinks before its first word. */
export const SLOW_MODEL_DELAY_MS = 50;
/** Milliseconds until a page, and what a search finds, are answered. */
export const PAGE_DELAY_MS = 500;
export const SEARCH_DELAY_MS = 1500;
/** Name of the model that thinks so many milliseconds before it answers a task. */
export const toThinkingModelName = (ms: number): string => `thinks-${ms}`;
