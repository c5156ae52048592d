import type { RetrievalProgress } from '../knowledge/retrieval/iterative.ts';
import { fillPrompt, fillPromptWithInsert, renderValue } from '../platform/prompt.ts';
import type { Preparation, PreparationStep } from './contract.ts';
import type { RevisionFields } from './queries.ts';
import type { Source } from './rag/context.ts';

/** Result of an input processor. */
export interface ProcessedInput {
  readonly param: string;
  readonly value: string;
  /** The source document, if any. */
  readonly document?: {
    /** Name of the run's file, or the final URL. */
    readonly file?: string;
    readonly url?: string;
    readonly media_type: string;
    readonly pages: number | null;
    readonly language: string | null;
    readonly warnings: readonly string[];
  };
  /** Query and result pages of a web search. */
  readonly search?: {
    readonly query: string;
    readonly sources: readonly { readonly title: string; readonly url: string }[];
  };
  /** Texts that a model still has to judge. */
  readonly unjudged?: readonly string[];
}

/** Context retrieved for a run. */
export interface RetrievedContext {
  /** Variable after which it is inserted. Null for the end of the prompt. */
  readonly param: string | null;
  /** Query, if the model wrote it. */
  readonly query?: string;
  /** Text for the model. */
  readonly text: string;
  /** Sources, if the revision returns them. */
  readonly sources?: readonly Source[];
  /** Texts that a model still has to judge. */
  readonly unjudged?: readonly string[];
}

/** Results of preparing the input by step, stored so that every attempt uses the same. */
export interface Prepared {
  readonly rag?: RetrievedContext;
  /** State of an iterative retrieval that has not ended. */
  readonly retrieval?: RetrievalProgress;
  /** Whether guardrails have checked the input. */
  readonly guarded?: true;
  readonly [place: number]: ProcessedInput;
}

type PreparedFields = Pick<RevisionFields, 'input_processors' | 'rag'>;
type Input = Readonly<Record<string, unknown>>;

/** Returns the pending preparation steps of a run. Undefined if its model can be called. */
export function findPendingSteps(revision: PreparedFields, prepared: Prepared | null): Preparation | undefined {
  const { input_processors: processors, rag } = revision;
  const waves: PreparationStep[][] = [[...processors.keys()], rag === null ? [] : ['rag']];
  const pending = waves.map((wave) => wave.filter((step) => !isPrepared(prepared, step)));
  const nonEmpty = pending.filter((wave) => wave.length > 0);
  return nonEmpty.length === 0 ? undefined : nonEmpty;
}

/** Whether a preparation step has its final result. */
export function isPrepared(prepared: Prepared | null, step: PreparationStep): boolean {
  const made = prepared?.[step as number];
  return made !== undefined && made.unjudged === undefined;
}

/** Replaces input values with the results of processors. */
export function applyPreparation(input: Input, prepared: Prepared | null): Input {
  const made = listProcessed(prepared).map(({ param, value }) => [param, value]);
  return made.length === 0 ? input : { ...input, ...Object.fromEntries(made) };
}

/** Renders a run's user prompt with its retrieved context. */
export function renderUserPrompt(template: string, values: Input, prepared: Prepared | null): string {
  const found = prepared?.rag;
  if (found === undefined) return fillPrompt(template, values);
  return fillPromptWithInsert(template, values, { text: found.text, behind: found.param ?? undefined });
}

/** Returns a run's `run_data`: the model's input, and each processed value as submitted. */
export function toRunData(stored: Readonly<Record<string, unknown>>, input: Input, prepared: Prepared | null) {
  if (prepared === null) return stored;
  const { rag } = prepared;
  const made = listProcessed(prepared);
  const values = applyPreparation(input, prepared);
  const retrieved = rag?.param == null ? {} : { [rag.param]: `${renderValue(rag.param, values)}\n\n${rag.text}` };
  const params = [...made.map(({ param }) => param), ...Object.keys(retrieved)];
  const documents = made.flatMap(({ param, document }) => (document === undefined ? [] : { param, ...document }));
  const searches = made.flatMap(({ param, search }) => (search === undefined ? [] : { param, ...search }));
  return {
    ...stored,
    submitted: { ...values, ...retrieved },
    ...Object.fromEntries(
      params.map((name) => [`${name}_preprocessed`, Object.hasOwn(input, name) ? input[name] : null]),
    ),
    ...(documents.length > 0 && { documents }),
    ...(searches.length > 0 && { searches }),
    ...(rag && rag.param === null && { context: rag.text }),
    ...(rag?.query !== undefined && { rag_query: rag.query }),
    ...(rag?.sources && { sources: rag.sources }),
  };
}

function listProcessed(prepared: Prepared | null): ProcessedInput[] {
  return Object.entries(prepared ?? {}).flatMap(([step, made]) =>
    step === 'rag' || step === 'retrieval' || step === 'guarded' ? [] : (made as ProcessedInput),
  );
}
