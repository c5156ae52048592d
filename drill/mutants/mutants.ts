/** Defects that the drill builds into its workers, to show that it finds them. */

/** A defect: a text of one source file and its replacement. */
interface Mutation {
  /** Path from the project root. */
  readonly file: string;
  /** Occurs exactly once. */
  readonly text: string;
  readonly replacement: string;
}

export const MUTATIONS = {
  /** An attempt sends a call that an earlier attempt may have sent, instead of asking a person. */
  'attempt-check': {
    file: 'activities/agents/calls/mark-call-sent.ts',
    text: "if (attempt === undefined) return { state: 'sent_earlier' };",
    replacement: "if (attempt === undefined) return { state: 'marked', http: ctx.http };",
  },
} as const satisfies Readonly<Record<string, Mutation>>;
export type MutationName = keyof typeof MUTATIONS;
export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];

/** Applies a mutation. Throws an Error unless the text occurs exactly once. */
export function mutate(source: string, { file, text, replacement }: Mutation): string {
  const [before, after, ...more] = source.split(text);
  if (after === undefined || more.length > 0) throw new Error(`${file} must contain this once: ${text}`);
  return before + replacement + after;
}
