/** What a server may cost: whatever it says or does, nothing goes beyond these. */

/** Tools that a server may offer; the rest is left out. */
export const MAX_TOOLS = 500;
/** Pages of its list that are read. */
export const MAX_PAGES = 20;
/** Characters of JSON, and levels, that a schema of a tool may have. */
export const MAX_TOOL_SCHEMA_LENGTH = 64 * 1024;
export const MAX_TOOL_SCHEMA_DEPTH = 50;
/** Characters of a description that are kept. */
export const MAX_DESCRIPTION_LENGTH = 16 * 1024;
/** Bytes of all answers to one listing, or to one call. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Messages of a server in one listing or call. */
export const MAX_MESSAGES = 20_000;
/** Requests of a server in one listing or call that are answered, if only with a refusal. */
export const MAX_SERVER_REQUESTS = 20;
/** Times that a stream which broke off is taken up again in one call, and milliseconds before each. */
export const MAX_RECONNECTS = 5;
export const MIN_RECONNECT_DELAY_MS = 300;
/** Milliseconds for what a server need not think about: shaking hands, saying goodbye. */
export const CONNECT_TIMEOUT_MS = 30_000;
export const CLOSE_TIMEOUT_MS = 3000;
/** Characters of text of a result that a model gets, and of its structured content as JSON. */
export const MAX_TEXT_LENGTH = 64 * 1024;
/** Files and links of one result that are taken over. */
export const MAX_FILES = 20;
export const MAX_LINKS = 100;

/** Links of a result whose resources are read, and milliseconds for all of them. */
export const MAX_READ_LINKS = 10;
export const LINK_TIMEOUT_MS = 20_000;
/** Milliseconds between two looks at a task: what a server asks for within these bounds, and where it does not say. */
export const MIN_POLL_MS = 200;
export const MAX_POLL_MS = 30_000;
export const DEFAULT_POLL_MS = 1000;
/** Looks at a task in a row that bring no answer. */
export const MAX_FAILED_POLLS = 5;

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
