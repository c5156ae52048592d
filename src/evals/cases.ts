/** Where a case comes from. */
export const CASE_SOURCES = ['run', 'given', 'file', 'approval'] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];

/** How an answer that stands for a tool's ends. */
export const STUB_OUTCOMES = ['success', 'error', 'rejected'] as const;

/** What a tool answers in a case in place of being called. */
export interface Stub {
  readonly tool_name: string;
  /** The arguments that it answers; any where left out. */
  readonly arguments?: unknown;
  readonly result: unknown;
  readonly outcome: (typeof STUB_OUTCOMES)[number];
}

/** A call that a case speaks of. */
export interface ExpectedCall {
  readonly tool_name: string;
  /** Any where left out. */
  readonly arguments?: unknown;
  readonly must: 'be_made' | 'not_be_made';
}

/** What a case says besides where it comes from. */
export interface CaseContent {
  readonly reference_run_id: string | null;
  /** Undefined for that of the reference. */
  readonly input: unknown;
  /** Undefined where nothing is expected but what the reference says. */
  readonly expected: unknown;
  readonly expected_calls: readonly ExpectedCall[] | null;
  readonly stubs: readonly Stub[];
}
