import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCanViewAny } from '../../lib/own-roles.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { w } from '../../words/index.ts';
import { fetchSubjects } from './queries.ts';

type SubjectKind = Subject['kind'];
const KINDS = ['task', 'task_agent'] as const;

/** The project's tasks or agents, sorted by name. */
function subjectsQuery(scope: Scope, kind: SubjectKind) {
  return queryOptions({
    queryKey: ['subjects', kind, scope.project_id],
    staleTime: 300_000,
    queryFn: async () => (await fetchSubjects(scope, kind)).toSorted((a, b) => a.name.localeCompare(b.name)),
  });
}

/** Converts a subject to the value of a {@link useSubjectOptions} option. */
export const toOptionValue = ({ kind, id }: Pick<Subject, 'kind' | 'id'>): string => `${kind}:${id}`;

/** Parses the value of an option; undefined for any other value. */
export function parseOptionValue(value: string): Pick<Subject, 'kind' | 'id'> | undefined {
  const [kind, id] = value.split(':');
  const knownKind = KINDS.find((candidate) => candidate === kind);
  return knownKind && id ? { kind: knownKind, id } : undefined;
}

/**
 * Returns the visible tasks and agents as options of a select. A selected one that is not listed, such as a deleted
 * one, appears by ID. It is a hook, because a select loses its value if its options render later.
 */
export function useSubjectOptions(selected: Pick<Subject, 'kind' | 'id'> | undefined): ReactNode {
  const scope = useScope();
  const tasks = useQuery({ ...subjectsQuery(scope, 'task'), enabled: useCanViewAny('task') === true }).data;
  const agents = useQuery({
    ...subjectsQuery(scope, 'task_agent'),
    enabled: useCanViewAny('task_agent') === true,
  }).data;
  const subjectsByKind = { task: tasks, task_agent: agents };
  const isMissing = selected !== undefined && !subjectsByKind[selected.kind]?.some(({ id }) => id === selected.id);
  return (
    <>
      {isMissing && (
        <option value={toOptionValue(selected)}>{subjectsByKind[selected.kind] ? selected.id : '…'}</option>
      )}
      {KINDS.filter((kind) => (subjectsByKind[kind]?.length ?? 0) > 0).map((kind) => (
        <optgroup key={kind} label={w.ui.subjects[kind]}>
          {subjectsByKind[kind]?.map((subject) => (
            <option key={subject.id} value={toOptionValue(subject)}>
              {subject.name}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
