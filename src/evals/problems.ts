import type { Exclusion } from '../models/exclusions.ts';
import { defineProblems, type Problem } from '../platform/messages.ts';

/** Problems of eval sets, cases, evals and release gates. */
export const evalProblems = defineProblems({
  unknown_case_run: {
    type: 'unknown_resource',
    msg: 'must be the ID of a run of this {resource, select, task {task} other {agent}}',
  },
  unknown_case: { type: 'unknown_resource', msg: 'must be the ID of a case of this set' },
  unknown_eval_set: {
    type: 'unknown_resource',
    msg: 'must be the ID of an eval set of this {resource, select, task {task} other {agent}}',
  },
  unknown_case_approval: {
    type: 'unknown_resource',
    msg: 'must be the ID of an approval request of this agent',
  },
  unknown_candidate: {
    type: 'unknown_resource',
    msg: 'must be a revision of this {resource, select, task {task} other {agent}}',
  },
  case_run_not_ended: 'must be a run that has ended',
  case_run_not_completed: 'must be a run with status completed, not {status}',
  case_run_continues_session: 'must be the first run of a session',
  approval_without_call: 'must be an approval request for a tool call',
  approval_continues_session: 'must be an approval request of the first run of a session',
  approval_without_change: 'must be an approval request that was rejected, or approved with edited arguments',

  case_input_missing: { type: 'missing', msg: 'is required without reference_run_id' },
  case_variables_invalid: 'must be an object with the variables of the task',
  case_message_blank: 'must be a message that is not blank',
  too_many_cases: {
    type: 'too_long',
    msg: 'would give the set {count} cases; at most {limit} are allowed',
  },

  candidate_made_references: 'must not be the revision that made the runs it is compared with',
  newest_made_references: 'is required: the newest revision, {revision}, made the runs it would be compared with',
  exclusive_case_source: 'must be omitted when {other} is given: both select the cases',
  judge_not_usable: { type: 'unknown_model', msg: 'must be a configured model that writes text' },
  judge_without_scorer: 'requires the scorer {scorer}, which is not among the scorers',

  unknown_gate_set: { type: 'unknown_resource', msg: 'must be an eval set of this task or agent' },
  gate_judge_open: 'must be a set whose judge names its models in judges',
  override_without_revision: 'requires the revision to activate',
});

/** Problems of the configuration of scorers. */
export const scorerProblems = defineProblems({
  unknown_scorer: { type: 'unknown_resource', msg: 'must be one of: {known}' },
  bound_missing: 'must have {limit_field} or times_reference',
  texts_missing: 'must have a text in all_of, any_of or none_of',
  invalid_field_path: 'must be a path such as total or lines[0].price',
  tolerance_without_number: 'requires a value that is a number',
  unknown_judge_model: { type: 'unknown_resource', msg: 'must be a model of this installation' },
  unknown_similarity_model: { type: 'unknown_resource', msg: 'must be an embedding model of this installation' },
  scorer_model_excluded: {
    type: 'excluded_model',
    msg: 'must not be {model}: a rule of the {scope, select, organization {organization} other {project}} excludes it{has_reason, select, true { ({reason})} other {}}',
  },
  invalid_scorer_pattern: 'must be a JavaScript regular expression: {cause}',
  reference_setting_with_calls: 'must be omitted when calls is given: set it on each call',
});

/** The problem of a scorer that names an excluded model. */
export function toExcludedModelProblem(
  { scope, reason }: Exclusion,
  { name: model }: { readonly name: string },
): Problem {
  return scorerProblems.scorer_model_excluded({
    model,
    scope,
    has_reason: String(reason !== null),
    reason: reason ?? '',
  });
}

/** Problems of a file of cases. */
export const caseFileProblems = defineProblems({
  case_file_missing: { type: 'missing', msg: 'is required; send it in a multipart form' },
  case_file_repeated: 'must be sent only once',
  case_file_format_unknown: 'must have a name that ends in .csv or .jsonl, or set format in the query',
  case_file_not_utf8: 'must be text in UTF-8',
  case_file_line: 'line {line}: {problem}',
  case_file_empty: 'must have at least one case',
  case_file_too_long: 'has {count} cases; a set has at most {limit}',
  case_file_invalid_csv: 'must be valid CSV: {cause}',
  case_line_not_object: 'must be a JSON object',
  case_line_unknown_field: 'must not have the field {field}, which cases do not have',
  case_line_invalid_field: '{field}: {problem}',
  case_column_unnamed: 'must have a name for each column',
  case_column_repeated: 'must have the column {column} only once',
  case_columns_wrong: 'must have the column message and, if needed, expected',
});
