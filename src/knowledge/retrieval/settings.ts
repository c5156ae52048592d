import Type, { type Static } from 'typebox';
import { Credits } from '../../platform/credits.ts';
import { errors, type ValidationError } from '../../platform/errors.ts';
import type { Problem } from '../../platform/messages.ts';
import { StringEnum } from '../../platform/schemas.ts';
import { queryProblems } from '../problems.ts';

const RETRIEVAL_MODES = ['single', 'iterative'] as const;
const PASSAGE_CONTEXTS = ['chunk', 'neighbors', 'section'] as const;
/** Text around a found chunk that a model gets with it. */
export type PassageContext = (typeof PASSAGE_CONTEXTS)[number];

/** Maximum and default number of steps of an iterative retrieval. */
const MAX_RETRIEVAL_STEPS = 8;
const DEFAULT_RETRIEVAL_STEPS = 3;

/** Settings of retrieval in queries, tasks and agents. */
export const RETRIEVAL_FIELDS = {
  retrieval_mode: Type.Optional(
    StringEnum(RETRIEVAL_MODES, {
      description:
        'Search strategy. `single`: one search. `iterative`: a model reads the results, names what is missing and searches for it, until the results suffice or a limit is reached. Default `single`.',
    }),
  ),
  max_retrieval_steps: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RETRIEVAL_STEPS,
      description: `Maximum number of steps of an iterative retrieval, each a model call with up to 3 searches. Default ${DEFAULT_RETRIEVAL_STEPS}.`,
    }),
  ),
  max_retrieval_credits: Type.Optional(
    Type.Unsafe<Static<typeof Credits>>({
      ...Credits,
      description: 'Maximum credits of the model calls of an iterative retrieval. Default: no limit of its own.',
    }),
  ),
  passage_context: Type.Optional(
    StringEnum(PASSAGE_CONTEXTS, {
      description:
        'Text around a found chunk that the model also gets. `chunk`: none. `neighbors`: the chunks before and after it. `section`: all chunks below the same heading. Default `chunk`.',
    }),
  ),
};
const RetrievalSettings = Type.Object(RETRIEVAL_FIELDS);
export type RetrievalSettings = Static<typeof RetrievalSettings>;

/** Resolved settings of retrieval. */
export interface Retrieval {
  /** Limits of an iterative retrieval. Null for a single search. */
  readonly iterative: RetrievalLimits | null;
  readonly context: PassageContext;
}

/** Limits of an iterative retrieval. */
export interface RetrievalLimits {
  readonly maxSteps: number;
  /** Exact decimal. Null without a limit. */
  readonly maxCredits: string | null;
}

/** Resolves settings with their defaults. */
export function resolveRetrieval(settings: RetrievalSettings = {}): Retrieval {
  const {
    retrieval_mode: mode,
    max_retrieval_steps: maxSteps = DEFAULT_RETRIEVAL_STEPS,
    max_retrieval_credits: credits,
    passage_context: context = 'chunk',
  } = settings;
  const maxCredits = credits === undefined ? null : String(credits);
  return { iterative: mode === 'iterative' ? { maxSteps, maxCredits } : null, context };
}

/** Throws a 422 for limits without the mode that they limit. */
export function assertRetrievalValid(
  settings: RetrievalSettings,
  toError: (field: string, problem: Problem) => ValidationError,
): void {
  if (settings.retrieval_mode === 'iterative') return;
  for (const field of ['max_retrieval_steps', 'max_retrieval_credits'] as const)
    if (settings[field] !== undefined) throw toError(field, queryProblems.retrieval_limit_not_used);
}

/** Throws a 422 for invalid settings in a body, below the given path. */
export function assertBodyRetrievalValid(settings: RetrievalSettings, path: readonly (string | number)[] = []): void {
  assertRetrievalValid(settings, (field, problem) => errors.invalid([...path, field], problem));
}
