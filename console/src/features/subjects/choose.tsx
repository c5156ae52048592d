import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { w } from '../../words/index.ts';
import { readSubjects } from './queries.ts';

type Kind = Subject['kind'];
const KINDS = ['task', 'task_agent'] as const;

/** The tasks or agents of a project by their names. */
function subjects(scope: Scope, kind: Kind) {
  return queryOptions({
    queryKey: ['subjects', kind, scope.project_id],
    staleTime: 300_000,
    queryFn: async () => (await readSubjects(scope, kind)).toSorted((a, b) => a.name.localeCompare(b.name)),
  });
}

/** What an option of {@link useSubjectOptions} stands for. */
export const subjectValue = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The task or agent of an option's value; undefined of every other. */
export function subjectOf(value: string): Pick<Subject, 'kind' | 'id'> | undefined {
  const [kind, id] = value.split(':');
  const known = KINDS.find((each) => each === kind);
  return known && id ? { kind: known, id } : undefined;
}

/**
 * The tasks and agents of the project that the person sees, as options of a select. One that is chosen and not among them,
 * such as a deleted one, stands by its id. A hook, so that the select is drawn with its options: it would lose its value to
 * options that come later. Shared by triggers, runs and reports.
 */
export function useSubjectOptions(chosen: Pick<Subject, 'kind' | 'id'> | undefined): ReactNode {
  const scope = useScope();
  const tasks = useQuery({ ...subjects(scope, 'task'), enabled: useCanViewAny('task') === true }).data;
  const agents = useQuery({ ...subjects(scope, 'task_agent'), enabled: useCanViewAny('task_agent') === true }).data;
  const known = { task: tasks, task_agent: agents };
  const isMissing = chosen !== undefined && !known[chosen.kind]?.some(({ id }) => id === chosen.id);
  return (
    <>
      {isMissing && <option value={subjectValue(chosen)}>{known[chosen.kind] ? chosen.id : '…'}</option>}
      {KINDS.filter((kind) => (known[kind]?.length ?? 0) > 0).map((kind) => (
        <optgroup key={kind} label={w.ui.subjects[kind]}>
          {known[kind]?.map((subject) => (
            <option key={subject.id} value={subjectValue(subject)}>
              {subject.name}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
