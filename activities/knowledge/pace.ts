/** Time slice of an activity in milliseconds. */
export const SLICE_MS = 20_000;

/** Milliseconds before work that waits for a person is checked again without a signal. */
export const RECHECK_INTERVAL_MS = 300_000;
