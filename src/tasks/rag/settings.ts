import Type, { type Static } from 'typebox';
import { SearchFilterFields } from '../../knowledge/retrieval/filters.ts';
import { RETRIEVAL_FIELDS, resolveRetrieval } from '../../knowledge/retrieval/settings.ts';
import { BoundedText, Id, NonBlankText, StringEnum } from '../../platform/schemas.ts';

/** Default numbers of candidates per search method, and of chunks and tokens in the prompt. */
const DEFAULTS = { candidates: 50, passages: 8, tokens: 4000 } as const;

const REWRITE_MODES = ['none', 'query'] as const;

const RagConfig = Type.Partial(
  Type.Object({
    candidate_k: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `Number of candidates per search method, at least \`final_k\`. Default ${DEFAULTS.candidates}.`,
    }),
    context_instruction: BoundedText(10_000, {
      description: 'Instruction to the model on how to use the chunks. Replaces the built-in instruction.',
    }),
    filters: SearchFilterFields,
    final_k: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: `Number of chunks to keep. Default: \`knn\` of the project, else ${DEFAULTS.passages}.`,
    }),
    include_sources: Type.Boolean({
      description: 'Whether `run_data.sources` lists the chunks in the prompt. Default false.',
    }),
    max_context_chunks: Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Maximum number of chunks in the prompt. Default `final_k`.',
    }),
    max_context_tokens: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: `Maximum number of chunk tokens in the prompt, estimated. Default ${DEFAULTS.tokens}.`,
    }),
    rerank_model: NonBlankText(200, {
      description:
        'Name of the reranker that sorts the chunks. Default: the `rerank_model` of the project, else the reranker that RERANK_MODEL names.',
    }),
    ...RETRIEVAL_FIELDS,
    rewrite_mode: StringEnum(REWRITE_MODES, {
      description:
        'Query rewriting: `none` searches with the text itself, `query` with a search query that the model writes. Default `none`.',
    }),
  }),
);

/** Retrieval settings of a task. */
export const Rag = Type.Object(
  {
    collection_id: Id,
    rag_param: Type.Optional(
      NonBlankText(64, {
        description:
          'Prompt variable to search with. The chunks follow its value. Default: the whole user prompt, followed by the chunks.',
      }),
    ),
    rag_config: Type.Optional(RagConfig),
  },
  { title: 'TaskRag' },
);
export type Rag = Static<typeof Rag>;

/** Names of the settings. */
export const RAG_FIELDS = Object.keys(Rag.properties);
/** Names of the settings of retrieval in a task's revision. */
export const RAG_SETTINGS = Object.keys(RagConfig.properties);
export const RAG_FILTERS = Object.keys(SearchFilterFields.properties);

/** Resolves the settings with their defaults. `knn` is the setting of the project. */
export function resolveRagSettings({ rag_config: config = {} }: Rag, knn: number = DEFAULTS.passages) {
  const final = config.final_k ?? Math.min(knn, config.candidate_k ?? knn);
  return {
    candidates: config.candidate_k ?? Math.max(DEFAULTS.candidates, final),
    passages: final,
    budget: {
      tokens: config.max_context_tokens ?? DEFAULTS.tokens,
      count: Math.min(final, config.max_context_chunks ?? final),
    },
    includesSources: config.include_sources ?? false,
    rewritesQuery: config.rewrite_mode === 'query',
    instruction: config.context_instruction,
    rerankModel: config.rerank_model,
    retrieval: resolveRetrieval(config),
  };
}
