import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { getStored, setStored } from '../../lib/storage.ts';
import { w } from '../../words/index.ts';
import { EVAL_KINDS, type EvalSubject, getEvalPathParams, getEvalPaths } from '../evals/eval-kinds.ts';
import { evalSetsQuery, invalidateSet } from '../evals/queries.ts';

/** Returns the eval set that keeps the test cases of a task or an agent. It is created with the first case. */
export function useTestSet(subject: EvalSubject) {
  const scope = useScope();
  const storageKey = `testSet.${subject.id}`;
  const { data: sets, error, refetch } = useQuery(evalSetsQuery(scope, subject));
  const [chosenId, setChosenId] = useState(() => getStored(storageKey));
  const set = sets?.find((each) => each.id === chosenId) ?? sets?.[0];
  const choose = (setId: string) => {
    setChosenId(setId);
    setStored(storageKey, setId);
  };
  const getSetId = async (): Promise<string> => {
    if (set) return set.id;
    const created = await post(getEvalPaths(subject.kind).sets, {
      params: { path: getEvalPathParams(scope, subject) },
      body: { name: w.tasks.test.setName, description: '', [EVAL_KINDS[subject.kind].runs]: [] } as never,
    });
    invalidateSet(created.id);
    choose(created.id);
    return created.id;
  };
  return { subject, sets, set, error, refetch, choose, getSetId };
}

export type TestSet = ReturnType<typeof useTestSet>;
