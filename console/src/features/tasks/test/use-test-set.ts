import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../lib/api.ts';
import { useScope } from '../../../lib/session.ts';
import { getStored, setStored } from '../../../lib/storage.ts';
import { w } from '../../../words/index.ts';
import { getEvalPathParams, getEvalPaths } from '../../evals/eval-kinds.ts';
import { evalSetsQuery, invalidateSet } from '../../evals/queries.ts';
import type { Task } from '../queries.ts';

/** Returns the eval set that keeps a task's test cases. It is created with the first case. */
export function useTestSet({ id }: Pick<Task, 'id'>) {
  const scope = useScope();
  const subject = { kind: 'task', id } as const;
  const storageKey = `testSet.${id}`;
  const { data: sets, error, refetch } = useQuery(evalSetsQuery(scope, subject));
  const [chosenId, setChosenId] = useState(() => getStored(storageKey));
  const set = sets?.find((each) => each.id === chosenId) ?? sets?.[0];
  const choose = (setId: string) => {
    setChosenId(setId);
    setStored(storageKey, setId);
  };
  const getSetId = async (): Promise<string> => {
    if (set) return set.id;
    const created = await post(getEvalPaths('task').sets, {
      params: { path: getEvalPathParams(scope, subject) },
      body: { name: w.tasks.test.setName, description: '', task_run_ids: [] },
    });
    invalidateSet(created.id);
    choose(created.id);
    return created.id;
  };
  return { subject, sets, set, error, refetch, choose, getSetId };
}

export type TestSet = ReturnType<typeof useTestSet>;
