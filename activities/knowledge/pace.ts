/** Milliseconds that an activity works before it lets others have its slot. */
export const SLICE_MS = 20_000;

/** Milliseconds after which what a person has to help with is looked at again, whether or not somebody said so. */
export const LOOK_AGAIN_MS = 300_000;
