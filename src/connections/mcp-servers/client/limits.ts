/** What a server may cost: whatever it says or does, nothing goes beyond these. */

/** Tools that a server may offer; the rest is left out. */
export const MOST_TOOLS = 500;
/** Pages of its list that are read. */
export const MOST_PAGES = 20;
/** Characters of JSON, and levels, that a schema of a tool may have. */
export const LONGEST_TOOL_SCHEMA = 64 * 1024;
export const DEEPEST_TOOL_SCHEMA = 50;
/** Characters of a description that are kept. */
export const LONGEST_DESCRIPTION = 16 * 1024;
/** Bytes of all answers to one listing, or to one call. */
export const MOST_BYTES = 16 * 1024 * 1024;
/** Messages of a server in one listing or call. */
export const MOST_MESSAGES = 20_000;
/** Requests of a server in one listing or call that are answered, if only with a refusal. */
export const MOST_REQUESTS = 20;
/** Times that a stream which broke off is taken up again in one call, and milliseconds before each. */
export const MOST_RECONNECTS = 5;
export const SOONEST_RECONNECT_MS = 300;
/** Milliseconds for what a server need not think about: shaking hands, saying goodbye. */
export const CONNECT_MS = 30_000;
export const GOODBYE_MS = 3000;
/** Characters of text of a result that a model gets, and of its structured content as JSON. */
export const LONGEST_TEXT = 64 * 1024;
/** Files and links of one result that are taken over. */
export const MOST_FILES = 20;
export const MOST_LINKS = 100;

/** Links of a result whose resources are read, and milliseconds for all of them. */
export const MOST_READ_LINKS = 10;
export const LINK_MS = 20_000;
/** Milliseconds between two looks at a task: what a server asks for within these bounds, and where it does not say. */
export const SOONEST_POLL_MS = 200;
export const LONGEST_POLL_MS = 30_000;
export const USUAL_POLL_MS = 1000;
/** Looks at a task in a row that bring no answer. */
export const MOST_LOST_POLLS = 5;

/** Milliseconds that a listing or call may take. */
export interface CallDeadlines {
  /** Until the server can be asked; 30,000 where left out. */
  readonly connectMs?: number;
  /** Without a sign of progress. */
  readonly silenceMs: number;
  /** In all, once it can. */
  readonly totalMs: number;
}

export const CALL_DEADLINES: CallDeadlines = { silenceMs: 2 * 60_000, totalMs: 15 * 60_000 };
export const LIST_DEADLINES: CallDeadlines = { silenceMs: 30_000, totalMs: 60_000 };
