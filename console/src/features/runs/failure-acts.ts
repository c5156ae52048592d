/** What a person does about a failed run, unless another screen has the fix. */
type FailureAct = 'again' | 'edit';

/** Reasons whose cause passes by itself, or was a person's decision. */
const AGAIN_REASONS: readonly string[] = [
  'APPROVAL_CANCELLED',
  'APPROVAL_EXPIRED',
  'APPROVAL_REJECTED',
  'CANCELLED',
  'FETCH_FAILED',
  'MODEL_INVALID_ANSWER',
  'MODEL_RATE_LIMITED',
  'MODEL_SILENT',
  'MODEL_UNAVAILABLE',
  'PROVIDER_UNAVAILABLE',
  'RUN_INTERRUPTED',
  'SEARCH_FAILED',
];

/** Reasons that need a change of the agent or task, or another input. Its page has both. */
const EDIT_REASONS: readonly string[] = [
  'AGENT_DELETED',
  'DAMAGED_FILE',
  'DOCUMENT_MISSING',
  'EMPTY_DOCUMENT',
  'FILE_UNREADABLE',
  'FORMATTER_FAILED',
  'GUARDRAIL_BLOCKED',
  'INVALID_FILTER',
  'MAX_TURNS_REACHED',
  'MODEL_CONTEXT_LENGTH',
  'MODEL_CUT_OFF',
  'MODEL_FILTERED',
  'MODEL_REFUSED',
  'MODEL_REJECTED',
  'NO_ADDRESS',
  'NO_QUERY',
  'NO_TEXT',
  'OUTPUT_FORMAT_MISMATCH',
  'OUT_OF_MEMORY',
  'OUT_OF_TIME',
  'PASSWORD_PROTECTED',
  'PDF_NOT_DRAWN',
  'SEARCH_NOT_CONFIGURED',
  'STEP_FAILED',
  'STEP_MISSING',
  'TOO_LARGE',
  'TOO_MANY_PAGES',
  'TYPE_MISMATCH',
  'UNSUPPORTED_TYPE',
];

/** Returns what a person does about a failure. Undefined for unknown reasons, and for those with a screen of their own. */
export function findFailureAct(reason: string): FailureAct | undefined {
  if (AGAIN_REASONS.includes(reason)) return 'again';
  return EDIT_REASONS.includes(reason) ? 'edit' : undefined;
}
