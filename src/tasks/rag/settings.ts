import Type, { type Static } from 'typebox';
import { BoundedText, Id, NonBlankText, StringEnum } from '../../platform/schemas.ts';

/** Passages that each way of searching puts forward, and that are kept, where nothing is said. */
const USUAL = { candidates: 50, passages: 8, tokens: 4000 } as const;

const REWRITE_MODES = ['none', 'query'] as const;

const RagConfig = Type.Partial(
  Type.Object({
    candidate_k: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `passages that each way of searching puts forward; ${USUAL.candidates} where it is left out, and no fewer than final_k`,
    }),
    context_instruction: BoundedText(10_000, {
      description: 'what the model is told to do with the passages, in place of our own words',
    }),
    final_k: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `passages that are kept of them; the \`knn\` that was chosen for the project where it is left out, else ${USUAL.passages}`,
    }),
    include_sources: Type.Boolean({ description: 'shows the passages that the model was given in `run_data.sources`' }),
    max_context_chunks: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'most passages that the model is given; final_k where it is left out',
    }),
    max_context_tokens: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: `most tokens of passages that the model is given, as they are estimated; ${USUAL.tokens} where it is left out`,
    }),
    rewrite_mode: StringEnum(REWRITE_MODES, {
      description: 'none searches with the text as it is; query has the model write a search query first',
    }),
  }),
);

/** What a task looks up before its model is asked. */
export const Rag = Type.Object(
  {
    collection_id: Id,
    rag_param: Type.Optional(
      NonBlankText(64, {
        description:
          'variable whose value is looked up, and behind which the passages stand; where it is left out, the whole user prompt is looked up and they stand at its end',
      }),
    ),
    rag_config: Type.Optional(RagConfig),
  },
  { title: 'TaskRag' },
);
export type Rag = Static<typeof Rag>;

/** The names of a setting's schema. */
export const RAG_FIELDS = Object.keys(Rag.properties);
export const RAG_SETTINGS = Object.keys(RagConfig.properties);

/** The settings as they work, with what stands in place of those that are left out; `knn` is what was chosen for the project. */
export function settingsOf({ rag_config: config = {} }: Rag, knn: number = USUAL.passages) {
  const final = config.final_k ?? Math.min(knn, config.candidate_k ?? knn);
  return {
    candidates: config.candidate_k ?? Math.max(USUAL.candidates, final),
    passages: final,
    room: {
      tokens: config.max_context_tokens ?? USUAL.tokens,
      count: Math.min(final, config.max_context_chunks ?? final),
    },
    showsSources: config.include_sources ?? false,
    rewrites: config.rewrite_mode === 'query',
    instruction: config.context_instruction,
  };
}
