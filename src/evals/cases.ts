/** Sources of a case. */
export const CASE_SOURCES = ['run', 'given', 'file', 'approval'] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];

/** Outcomes of a stub. */
export const STUB_OUTCOMES = ['success', 'error', 'rejected'] as const;

/** Result that replaces a tool call in a case. */
export interface Stub {
  readonly tool_name: string;
  /** Matching arguments. Undefined matches any. */
  readonly arguments?: unknown;
  readonly result: unknown;
  readonly outcome: (typeof STUB_OUTCOMES)[number];
}

/** An expected or forbidden call of a case. */
export interface ExpectedCall {
  readonly tool_name: string;
  /** Undefined matches any. */
  readonly arguments?: unknown;
  readonly must: 'be_made' | 'not_be_made';
}

/** Content of a case, without its source. */
export interface CaseContent {
  /** Name in lists. Null for none. */
  readonly name: string | null;
  readonly reference_run_id: string | null;
  /** Undefined for the reference's input. */
  readonly input: unknown;
  /** Undefined for the reference's output. */
  readonly expected: unknown;
  readonly expected_calls: readonly ExpectedCall[] | null;
  readonly stubs: readonly Stub[];
}
