/** Maximum length of tool call arguments in characters of JSON. */
export const MAX_ARGUMENTS_LENGTH = 1_000_000;
/** Maximum nesting of tool call arguments. */
export const MAX_ARGUMENTS_DEPTH = 64;
