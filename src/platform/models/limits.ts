/** Longest arguments of a tool call, in characters of JSON. */
export const LONGEST_ARGUMENTS = 1_000_000;
/** How deep they may be nested. */
export const DEEPEST_ARGUMENTS = 64;
