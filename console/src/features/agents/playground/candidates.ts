import { getRevisionName } from '../../../lib/revision-names.ts';
import type { Candidates } from '../../test-cases/candidates.ts';
import type { Agent, Revision } from '../queries.ts';
import { formatRevision } from './revision-select.tsx';

interface Options {
  readonly agent: Agent;
  /** Whether the form has changes that are not saved yet. */
  readonly isDirty: boolean;
  /** Saves the form as a revision and returns it. */
  readonly saveDraft: () => Promise<Revision>;
}

/** Describes the candidates of an agent's tests: its revisions, and the form, which a test saves as one. */
export function getAgentCandidates({ agent: { revisions }, isDirty, saveDraft }: Options): Candidates {
  return {
    getRevisionId: async (candidate) => {
      if (candidate !== 'form') return candidate.slice('revision:'.length);
      return isDirty ? (await saveDraft()).id : (revisions[0]?.id ?? '');
    },
    getLabel: ({ revisionId }, modelNames) => {
      const revision = revisions.find(({ id }) => id === revisionId);
      return revision
        ? formatRevision(revision, revisions, modelNames)
        : getRevisionName({ id: revisionId }, revisions);
    },
  };
}
