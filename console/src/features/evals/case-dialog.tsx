import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { parseJsonField } from '../../lib/json-field.ts';
import { useScope } from '../../lib/session.ts';
import { TextareaField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { EVAL_KINDS, type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { type EvalCase, getCaseInput, invalidateSet } from './queries.ts';

interface Props {
  readonly subject: EvalSubject;
  readonly setId: string;
  /** The case to edit. Without it, the form creates a case. */
  readonly evalCase?: EvalCase;
  readonly onClose: () => void;
}

/** Form state of a case. The fields `calls` and `stubs` hold JSON. */
interface CaseDraft {
  readonly name: string;
  readonly input: string;
  readonly expected: string;
  readonly calls: string;
  readonly stubs: string;
}

const toText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
const toListText = (value: readonly unknown[] | null | undefined): string => (value?.length ? toText(value) : '');

function toDraft(subject: EvalSubject, evalCase: EvalCase | undefined): CaseDraft {
  if (!evalCase) return { name: '', input: '', expected: '', calls: '', stubs: '' };
  return {
    name: evalCase.name ?? '',
    input: toText(getCaseInput(subject, evalCase)),
    expected: toText(evalCase.expected),
    calls: toListText(evalCase.expected_calls),
    stubs: toListText(evalCase.stubs),
  };
}

/** Returns the request body. Throws if a field must be JSON and is not. */
function toBody(
  { kind }: EvalSubject,
  { name, input, expected, calls, stubs }: CaseDraft,
  evalCase: EvalCase | undefined,
) {
  const fieldNames = EVAL_KINDS[kind];
  return {
    ...(name.trim() === '' ? {} : { name }),
    ...(evalCase?.reference_run_id ? { reference_run_id: evalCase.reference_run_id } : {}),
    ...(input.trim() === ''
      ? {}
      : { [fieldNames.input]: kind === 'task' ? parseJsonField(input, fieldNames.input) : input }),
    ...(expected.trim() === '' ? {} : { expected: parseExpected(expected, evalCase?.expected) }),
    ...(calls.trim() === '' ? {} : { expected_calls: parseJsonField(calls, 'expected_calls') }),
    ...(stubs.trim() === '' ? {} : { stubs: parseJsonField(stubs, 'stubs') }),
    ...(evalCase ? { replaces: evalCase.id } : {}),
  };
}

/** Returns an expected output: unchanged text keeps its type, and a JSON object or array is parsed. */
export function parseExpected(text: string, current: unknown): unknown {
  if (text === toText(current)) return current;
  return /^\s*[{[]/.test(text) ? parseJsonField(text, 'expected') : text;
}

/** Creates a case, or replaces one. */
export function CaseDialog({ subject, setId, evalCase, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(subject, evalCase));
  const title = evalCase ? w.evals.editCase({ id: evalCase.id.slice(-6) }) : w.evals.addCase;
  const save = useMutation({
    mutationFn: async () => {
      const body = toBody(subject, draft, evalCase);
      const path = getEvalPathParams(scope, subject, { setId });
      return post(getEvalPaths(subject.kind).cases, { params: { path }, body: body as never });
    },
    onSuccess: () => {
      invalidateSet(setId);
      onClose();
    },
  });
  const errorFields = ['name', EVAL_KINDS[subject.kind].input, 'expected', 'expected_calls', 'stubs'];
  return (
    <MutationDialog
      title={title}
      mutation={save}
      submitLabel={evalCase ? w.evals.saveCase : w.evals.addCase}
      fieldPaths={errorFields}
      onClose={onClose}
    >
      <CaseFields
        subject={subject}
        hasRun={Boolean(evalCase?.reference_run_id)}
        draft={draft}
        error={save.error}
        onChange={setDraft}
      />
    </MutationDialog>
  );
}

interface CaseFieldsProps {
  readonly subject: EvalSubject;
  /** Whether the case belongs to an earlier run, which has its own input. */
  readonly hasRun: boolean;
  readonly draft: CaseDraft;
  readonly error: unknown;
  readonly onChange: (draft: CaseDraft) => void;
}

function CaseFields({ subject: { kind }, hasRun, draft, error, onChange }: CaseFieldsProps) {
  const renderField = (name: keyof CaseDraft, label: string, hint: string, errorPath: string, required = false) => (
    <TextareaField
      label={label}
      hint={hint}
      path={errorPath}
      error={error}
      required={required}
      spellCheck={false}
      className={name === 'expected' || (name === 'input' && kind === 'task_agent') ? undefined : 'font-mono'}
      rows={3}
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  );
  const inputHint = hasRun ? w.evals.inputOfRun : kind === 'task' ? w.evals.inputTask : w.evals.inputAgent;
  return (
    <>
      <TextField
        label={w.evals.caseName}
        path="name"
        error={error}
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      {renderField('input', w.evals.input, inputHint, EVAL_KINDS[kind].input, !hasRun)}
      {renderField('expected', w.evals.expectation, w.evals.expectedHint, 'expected')}
      {kind === 'task_agent' && renderField('calls', w.evals.expectedCalls, w.evals.callsHint, 'expected_calls')}
      {kind === 'task_agent' && renderField('stubs', w.evals.stubList, w.evals.stubsHint, 'stubs')}
    </>
  );
}
