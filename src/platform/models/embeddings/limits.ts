/** Maximum vector length: HNSW indexes with half precision support no more. */
export const MAX_DIMENSION = 4000;

/** Maximum texts per request in a models file. */
export const MAX_BATCH_SIZE = 2048;
