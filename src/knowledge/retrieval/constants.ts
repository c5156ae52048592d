/** Parameters of retrieval. Those of ranking and relevance are measured with labelled questions. */

/** Default and maximum number of candidates of each search method. */
export const DEFAULT_CANDIDATES = 50;
export const MAX_CANDIDATES = 1000;

/** Damping of ranks in the fusion of expanded queries. */
export const RANK_DAMPING = 5;

/** BM25: saturation of repeated words, and share of the normalization by length. */
export const TERM_SATURATION = 1.5;
export const LENGTH_NORMALIZATION = 0.75;
/**
 * Minimum length of a chunk relative to the mean. A shorter one is often the rest of a split text, which is no more
 * specific than the other parts.
 */
export const MIN_RELATIVE_LENGTH = 0.55;

/** Weight of similarities against words, because the two are not independent. */
export const MEANING_WEIGHT = 0.8;
/** Weight if the model does not support the language of the query. */
export const UNSUPPORTED_WEIGHT = 0.001;
/** Maximum number of standard deviations by which a similarity counts. */
export const MAX_DEVIATIONS = 10;
/** Minimum number of compared chunks to judge whether a similarity is more than chance. */
export const MIN_COMPARED_CHUNKS = 100;
/** Documents, and chunks of each, whose similarities are sampled in a large scope. */
export const SAMPLED_DOCUMENTS = 100;
export const SAMPLED_CHUNKS = 10;

/** Smaller scopes are searched exactly, which is as fast as the index. */
export const EXACT_SEARCH_MAX_CHUNKS = 20_000;
/** Candidates of the index (hnsw.ef_search): more is better and slower. */
export const EF_SEARCH = 300;
/** Chunks that the index scans for filtered results before an exact search. */
export const MAX_SCANNED = 20_000;

/** Maximum number of reranked chunks. */
export const MAX_RERANKED = 50;
/** Maximum number of calls of a reranker per search. */
export const MAX_RERANK_ATTEMPTS = 2;

/** Number of chunks from which a word counts as common. */
export const COMMON_WORD_COUNT = 1000;
/** Maximum number of chunks that match the words. */
export const MAX_MATCHES = 3000;
/** Maximum number of query words. */
export const MAX_WORDS = 64;

/** Maximum tokens of chunks for an answer, and tokens reserved in the context window. */
export const MAX_PASSAGE_TOKENS = 8000;
export const RESERVED_TOKENS = 2500;
/** Maximum tokens of an answer with quotes. */
export const MAX_ANSWER_TOKENS = 1500;

/**
 * The model is asked if one of the first hits reaches the coverage, or any hit the distinction. Of 595 answerable
 * questions of XQuAD in five languages about its English documents, the lowest distinction is 0.65.
 */
export const RELEVANCE_HITS = 3;
export const MIN_COVERAGE = 0.1;
export const MIN_DISTINCTION = 0.6;

/** Maximum number of searches per step of an iterative retrieval, and of new hits that each adds. */
export const MAX_STEP_QUERIES = 3;
export const MAX_STEP_HITS = 10;
/** Maximum number of hits that an iterative retrieval keeps between its steps. */
export const MAX_KEPT_HITS = 100;
/** Maximum tokens of a list of further searches. */
export const MAX_PLAN_TOKENS = 600;

/** Maximum distance in chunks between a hit and the other chunks of its section. */
export const MAX_SECTION_DISTANCE = 10;
