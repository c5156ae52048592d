/** Longest arguments of a tool call, in characters of JSON. */
export const MAX_ARGUMENTS_LENGTH = 1_000_000;
/** How deep they may be nested. */
export const MAX_ARGUMENTS_DEPTH = 64;
