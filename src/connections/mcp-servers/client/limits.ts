/** Limits of a server. */

/** Maximum tools of a server. Others are omitted. */
export const MAX_TOOLS = 500;
/** Maximum pages of a list. */
export const MAX_PAGES = 20;
/** Maximum characters of JSON and nesting depth of a tool schema. */
export const MAX_TOOL_SCHEMA_LENGTH = 64 * 1024;
export const MAX_TOOL_SCHEMA_DEPTH = 50;
/** Maximum characters of a description. */
export const MAX_DESCRIPTION_LENGTH = 16 * 1024;
/** Maximum bytes of all responses of one listing or call. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Maximum messages of a server in one listing or call. */
export const MAX_MESSAGES = 20_000;
/** Maximum requests of a server that are answered in one listing or call, if only with an error. */
export const MAX_SERVER_REQUESTS = 20;
/** Maximum resumptions of a broken stream in one call, and the minimum delay before each. */
export const MAX_RECONNECTS = 5;
export const MIN_RECONNECT_DELAY_MS = 300;
/** Time limits to connect and to close. */
export const CONNECT_TIMEOUT_MS = 30_000;
export const CLOSE_TIMEOUT_MS = 3000;
/** Maximum characters of the text and of the structured content of a result. */
export const MAX_TEXT_LENGTH = 64 * 1024;
/** Maximum files and links of one result. */
export const MAX_FILES = 20;
export const MAX_LINKS = 100;

/** Maximum linked resources to read, and the time limit for all of them. */
export const MAX_READ_LINKS = 10;
export const LINK_TIMEOUT_MS = 20_000;
/** Delay between polls of a task: bounds and default. */
export const MIN_POLL_MS = 200;
export const MAX_POLL_MS = 30_000;
export const DEFAULT_POLL_MS = 1000;
/** Maximum consecutive failed polls of a task. */
export const MAX_FAILED_POLLS = 5;

/** Time limits of a listing or call, in milliseconds. */
export interface CallDeadlines {
  /** Limit to connect. Default 30,000. */
  readonly connectMs?: number;
  /** Limit without progress. */
  readonly silenceMs: number;
  /** Total limit after connecting. */
  readonly totalMs: number;
}

export const CALL_DEADLINES: CallDeadlines = { silenceMs: 2 * 60_000, totalMs: 15 * 60_000 };
export const LIST_DEADLINES: CallDeadlines = { silenceMs: 30_000, totalMs: 60_000 };
