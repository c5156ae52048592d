import { useState } from 'react';
import { FlaskConical } from '../../../ui/icons.ts';
import { Segments } from '../../../ui/segments.tsx';
import { w } from '../../../words/index.ts';
import { useAvailableHeight } from '../../builder/available-height.ts';
import { getCaseInput } from '../../evals/queries.ts';
import type { Candidate } from '../../test-cases/candidates.ts';
import { CasePanel } from '../../test-cases/case-panel.tsx';
import { useTestSet } from '../../test-cases/use-test-set.ts';
import type { TaskDraft } from '../draft.ts';
import type { Task, TaskRevision } from '../queries.ts';
import { CandidateSelect } from './candidate-select.tsx';
import { useCandidates } from './candidates.ts';
import { type TestInput, Trial } from './trial.tsx';

interface Props {
  readonly task: Task;
  readonly newestRevision: TaskRevision;
  readonly canEdit: boolean;
  /** The form's unsaved changes, if any. */
  readonly draft: TaskDraft | undefined;
}

/** Tests a task: one run on typed values, or all kept cases, with two revisions or models side by side. */
export function TestPane({ task, newestRevision, canEdit, draft }: Props) {
  const ref = useAvailableHeight<HTMLElement>();
  const [view, setView] = useState<'run' | 'cases'>('run');
  const [candidate, setCandidate] = useState<Candidate>('form');
  const [input, setInput] = useState<TestInput>({});
  const candidates = useCandidates({ task, newestRevision, draft });
  const testSet = useTestSet({ kind: 'task', id: task.id });
  const selectProps = { task, canEdit, isDirty: draft !== undefined, formModelId: candidates.form.llm_model_id };
  return (
    <section
      ref={ref}
      id="test"
      aria-label={w.tasks.test.title}
      className="flex min-h-96 scroll-mt-16 flex-col rounded-lg border bg-surface shadow-sm xl:sticky xl:top-4 xl:max-h-(--available-height)"
    >
      <header className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
        <FlaskConical className="size-4 text-muted" />
        <h2 id="test-title" tabIndex={-1} className="me-auto font-semibold">
          {w.tasks.test.title}
        </h2>
        <Segments
          label={w.tasks.test.views}
          value={view}
          options={[
            { value: 'run', label: w.tasks.test.oneRun },
            { value: 'cases', label: w.tasks.test.cases({ n: testSet.set?.case_count ?? 0 }) },
          ]}
          onChange={setView}
        />
      </header>
      <div className="flex min-h-0 flex-col gap-3 p-4 xl:overflow-y-auto">
        {/* Both views stay mounted: a run and a comparison go on while the other is shown. */}
        <div hidden={view !== 'run'} className={view === 'run' ? 'flex flex-col gap-3' : undefined}>
          <CandidateSelect
            label={w.tasks.test.revision}
            {...selectProps}
            value={candidate}
            onChange={(value) => value !== '' && setCandidate(value)}
          />
          <Trial
            taskId={task.id}
            candidate={candidate}
            candidates={candidates}
            takesFiles={candidates.form.file_input_mode !== 'none'}
            canEdit={canEdit}
            input={input}
            onInputChange={setInput}
            testSet={testSet}
          />
        </div>
        <div hidden={view !== 'cases'} className={view === 'cases' ? 'flex flex-col gap-3' : undefined}>
          <CasePanel
            testSet={testSet}
            candidates={candidates}
            canEdit={canEdit}
            emptyText={w.tasks.test.noCases}
            renderSelect={(props) => <CandidateSelect {...selectProps} {...props} />}
            onOpenCase={(evalCase) => {
              setInput(toTestInput(getCaseInput(testSet.subject, evalCase)));
              setView('run');
            }}
          />
        </div>
      </div>
    </section>
  );
}

/** Returns the values of a case as the fields show them. */
function toTestInput(input: unknown): TestInput {
  if (typeof input !== 'object' || input === null) return {};
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
