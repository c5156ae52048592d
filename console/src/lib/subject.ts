/** A task or an agent, for what is said of both alike: evals, triggers, shares. */
export interface Subject {
  readonly kind: 'task' | 'task_agent';
  readonly id: string;
  readonly name: string;
}

/** A revision of one, newest first among its siblings. */
export interface SubjectRevision {
  readonly id: string;
  readonly active: boolean;
}
