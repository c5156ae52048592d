/** Maximum length of tool call arguments in characters of JSON. */
export const MAX_ARGUMENTS_LENGTH = 1_000_000;
/** Maximum nesting of tool call arguments. */
export const MAX_ARGUMENTS_DEPTH = 64;

/** Maximum vector length: HNSW indexes with half precision support no more. */
export const MAX_DIMENSION = 4000;

/** Maximum texts per request in a models file. */
export const MAX_BATCH_SIZE = 2048;
