import { useMutation } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { getRevisionName } from '../../lib/revision-names.ts';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { DraftState } from './use-draft.ts';

/** A task or an agent with its revisions, newest first. */
interface Revised {
  readonly revisions: readonly { readonly id: string; readonly annotation?: string | null }[];
}

interface Options<D, R extends Revised> {
  readonly record: R;
  readonly state: DraftState<D>;
  readonly queryKey: readonly unknown[];
  /** Sends the draft. Returns the record with the new revision, if the configuration changed. */
  readonly send: (draft: D) => Promise<R>;
  readonly toDraft: (record: R, newest: R['revisions'][number]) => D;
  /** Message after a save without a new revision. */
  readonly savedText: string;
}

/** Returns a mutation that saves the draft of a task or an agent. */
export function useSaveDraft<D, R extends Revised>(options: Options<D, R>) {
  const { record, state, queryKey, send, toDraft, savedText } = options;
  return useMutation({
    mutationFn: send,
    onSuccess: (saved, submitted) => {
      const [newest] = saved.revisions;
      queryClient.setQueryData(queryKey, saved);
      if (newest) state.onSaved(submitted, toDraft(saved, newest));
      const isNewRevision = newest !== undefined && newest.id !== record.revisions[0]?.id;
      showToast(isNewRevision ? w.builder.savedAs({ name: getRevisionName(newest, saved.revisions) }) : savedText);
    },
  });
}
