/** The numbers that retrieval goes by. Those of ranking and fitting are measured with the labelled questions. */

/** Passages that each way of searching puts forward where nobody says how many, and the most that it ever does. */
export const DEFAULT_CANDIDATES = 50;
export const MAX_CANDIDATES = 1000;

/** How little the first places stand out when two rankings are fused. */
export const RANK_DAMPING = 5;
/** What a place among the nearest vectors counts at most and at least; one among the words counts 1. */
export const MAX_VECTOR_WEIGHT = 3;
export const MIN_VECTOR_WEIGHT = 0.05;
/**
 * How much nearer the first of so many places is than the last. Below the first number the model tells nothing apart, a
 * language that it does not know, say; from the second on it is as sure as it gets.
 */
export const SPREAD_PLACES = 10;
export const FLAT_SPREAD = 0.03;
export const CLEAR_SPREAD = 0.18;
/** Which share of their weight the vectors lose to a passage that has all words of the query. */
export const COVERAGE_DISCOUNT = 0.8;

/** Scopes with fewer passages are compared one by one, which is exact, and then as quick as the index. */
export const EXACT_SEARCH_MAX_CHUNKS = 20_000;
/** How many neighbours the index keeps in view: more find better and take longer. */
export const EF_SEARCH = 300;
/** Passages that the index goes through in search of those that pass the filters, before the scope is read one by one. */
export const MAX_SCANNED = 20_000;

/** Passages that a reranker is shown. */
export const MAX_RERANKED = 50;

/** How often a word may stand in a project's passages and still be looked up by itself. */
export const COMMON_WORD_COUNT = 1000;
/** Passages that words are looked up in, all words together. */
export const MAX_MATCHES = 3000;
/** Words of a query that count, in each language. */
export const MAX_WORDS = 24;

/** Most tokens of passages that an answer is made from, and those of its context window that a model keeps for the rest. */
export const MAX_PASSAGE_TOKENS = 8000;
export const RESERVED_TOKENS = 2500;
/** Most tokens of an answer with its quotes. */
export const MAX_ANSWER_TOKENS = 1500;

/** Passages of which one must be about a query, and how much it has to be so: its coverage less what speaks against it. */
export const RELEVANCE_HITS = 3;
export const MIN_RELEVANCE = 0.125;
/** What speaks against a passage: that it has none of the names, and how far its similarity is below this one. */
export const NAME_PENALTY = 0.3;
export const MIN_SIMILARITY = 0.5;
