import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { parseJsonField } from '../../lib/json-field.ts';
import { useScope } from '../../lib/session.ts';
import { TextareaField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { KINDS, type Of, pathsOf, placeOf } from './kinds.ts';
import { type EvalCase, inputOf, setChanged } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly setId: string;
  /** The case that is edited; a new one where it is left out. */
  readonly item?: EvalCase;
  readonly onClose: () => void;
}

/** A case as its form has it: texts, of which some are JSON. */
interface Draft {
  readonly input: string;
  readonly expected: string;
  readonly calls: string;
  readonly stubs: string;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
const listOf = (value: readonly unknown[] | null | undefined): string => (value?.length ? textOf(value) : '');

function draftOf(of: Of, item: EvalCase | undefined): Draft {
  if (!item) return { input: '', expected: '', calls: '', stubs: '' };
  return {
    input: textOf(inputOf(of, item)),
    expected: textOf(item.expected),
    calls: listOf(item.expected_calls),
    stubs: listOf(item.stubs),
  };
}

/** The body of what the form says. Throws where a text has to be JSON and is not. */
function bodyOf({ kind }: Of, { input, expected, calls, stubs }: Draft, item: EvalCase | undefined) {
  const names = KINDS[kind];
  return {
    ...(item?.reference_run_id ? { reference_run_id: item.reference_run_id } : {}),
    ...(input.trim() === '' ? {} : { [names.input]: kind === 'task' ? parseJsonField(input, names.input) : input }),
    ...(expected.trim() === '' ? {} : { expected: valueIn(expected, item?.expected) }),
    ...(calls.trim() === '' ? {} : { expected_calls: parseJsonField(calls, 'expected_calls') }),
    ...(stubs.trim() === '' ? {} : { stubs: parseJsonField(stubs, 'stubs') }),
    ...(item ? { replaces: item.id } : {}),
  };
}

/** What is expected: what it was where nobody changed it; an object or a list where the text is one, else the text. */
function valueIn(text: string, before: unknown): unknown {
  if (text === textOf(before)) return before;
  return /^\s*[{[]/.test(text) ? parseJsonField(text, 'expected') : text;
}

/** Adds a case, or puts one in the place of another. */
export function CaseForm({ of, setId, item, onClose }: Props) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of, item));
  const title = item ? w.evals.editCase(item.id.slice(-6)) : w.evals.addCase;
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(of, draft, item);
      const path = placeOf(scope, of, { set: setId });
      return post(pathsOf(of.kind).cases, { params: { path }, body: body as never });
    },
    onSuccess: () => {
      setChanged(setId);
      onClose();
    },
  });
  const fields = [KINDS[of.kind].input, 'expected', 'expected_calls', 'stubs'];
  return (
    <MutationDialog
      title={title}
      mutation={save}
      submitLabel={item ? w.evals.saveCase : w.evals.addCase}
      fieldPaths={fields}
      onClose={onClose}
    >
      <CaseFields of={of} past={Boolean(item?.reference_run_id)} draft={draft} error={save.error} onChange={setDraft} />
    </MutationDialog>
  );
}

interface FieldsProps {
  readonly of: Of;
  /** Whether it is made of a past run, which has an input of its own. */
  readonly past: boolean;
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

function CaseFields({ of: { kind }, past, draft, error, onChange }: FieldsProps) {
  const field = (name: keyof Draft, label: string, hint: string, at: string, required = false) => (
    <TextareaField
      label={label}
      hint={hint}
      path={at}
      error={error}
      required={required}
      spellCheck={false}
      className={name === 'expected' || (name === 'input' && kind === 'task_agent') ? undefined : 'font-mono'}
      rows={3}
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
    />
  );
  const inputHint = past ? w.evals.inputOfRun : kind === 'task' ? w.evals.inputTask : w.evals.inputAgent;
  return (
    <>
      {field('input', w.evals.input, inputHint, KINDS[kind].input, !past)}
      {field('expected', w.evals.expectation, w.evals.expectedHint, 'expected')}
      {kind === 'task_agent' && field('calls', w.evals.expectedCalls, w.evals.callsHint, 'expected_calls')}
      {kind === 'task_agent' && field('stubs', w.evals.stubList, w.evals.stubsHint, 'stubs')}
    </>
  );
}
