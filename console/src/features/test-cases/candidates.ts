/** What a test runs: the form as it is, `revision:<id>`, or the form with another model, `model:<id>`. */
export type Candidate = 'form' | `revision:${string}` | `model:${string}`;

/** One of the compared evals. */
export interface Side {
  readonly candidate: Candidate;
  readonly revisionId: string;
  readonly runId: string;
}

/** Turns candidates into revisions and names them. */
export interface Candidates {
  /** Returns the revision that a candidate runs, and saves the form as one if needed. */
  readonly getRevisionId: (candidate: Candidate) => Promise<string>;
  readonly getLabel: (side: Pick<Side, 'candidate' | 'revisionId'>, modelNames: ReadonlyMap<string, string>) => string;
}

/** A field that selects a candidate. */
export interface CandidateSelectProps {
  readonly label: string;
  readonly value: Candidate | '';
  /** Label of the empty option, if there is one. */
  readonly emptyLabel?: string;
  readonly onChange: (value: Candidate | '') => void;
}
