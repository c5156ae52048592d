/** Parameters of retrieval. Those of ranking and relevance are measured with labelled questions. */

/** Default and maximum number of candidates of each search method. */
export const DEFAULT_CANDIDATES = 50;
export const MAX_CANDIDATES = 1000;

/** Damping of ranks in reciprocal rank fusion. */
export const RANK_DAMPING = 5;
/** Maximum and minimum weight of vector ranks; text ranks have weight 1. */
export const MAX_VECTOR_WEIGHT = 3;
export const MIN_VECTOR_WEIGHT = 0.05;
/**
 * Distance spread of the first ranks. Below FLAT_SPREAD the model does not distinguish texts, e.g. in an unknown
 * language; from CLEAR_SPREAD it is confident.
 */
export const SPREAD_PLACES = 10;
export const FLAT_SPREAD = 0.03;
export const CLEAR_SPREAD = 0.18;
/** Share of weight that vectors lose if a chunk contains all query words. */
export const COVERAGE_DISCOUNT = 0.8;

/** Smaller scopes are searched exactly, which is as fast as the index. */
export const EXACT_SEARCH_MAX_CHUNKS = 20_000;
/** Candidates of the index (hnsw.ef_search): more is better and slower. */
export const EF_SEARCH = 300;
/** Chunks that the index scans for filtered results before an exact search. */
export const MAX_SCANNED = 20_000;

/** Maximum number of reranked chunks. */
export const MAX_RERANKED = 50;

/** Number of chunks from which a word counts as common. */
export const COMMON_WORD_COUNT = 1000;
/** Maximum number of chunks that match the words. */
export const MAX_MATCHES = 3000;
/** Maximum number of query words per language. */
export const MAX_WORDS = 24;

/** Maximum tokens of chunks for an answer, and tokens reserved in the context window. */
export const MAX_PASSAGE_TOKENS = 8000;
export const RESERVED_TOKENS = 2500;
/** Maximum tokens of an answer with quotes. */
export const MAX_ANSWER_TOKENS = 1500;

/** One of the first hits must have this relevance: coverage minus penalties. */
export const RELEVANCE_HITS = 3;
export const MIN_RELEVANCE = 0.125;
/** Penalties: missing names, and similarity below this value. */
export const NAME_PENALTY = 0.3;
export const MIN_SIMILARITY = 0.5;
