/** A task or an agent, for features that treat both alike: evals, triggers, shares. */
export interface Subject {
  readonly kind: 'task' | 'task_agent';
  readonly id: string;
  readonly name: string;
}

/** A revision of a subject. */
export interface SubjectRevision {
  readonly id: string;
  readonly active: boolean;
}
