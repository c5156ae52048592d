import type { ModelCatalog } from '../platform/models/catalog.ts';
import { toModelSettings } from '../platform/models/settings.ts';
import { estimateInputTokens } from '../platform/models/usage.ts';
import { calculateMinCost } from '../usage/model-calls.ts';
import type { AgentRevisionRow } from './queries.ts';

/** Minimum cost in credits of an agent run on a message, an exact decimal. Undefined if it has no model. */
export async function findMinimumAgentRunCost(
  models: ModelCatalog,
  { mode, instruction, llm_model_id, llm_config }: AgentRevisionRow,
  message: string,
): Promise<string | undefined> {
  const model = mode === 'agentic' ? models.find(llm_model_id) : undefined;
  const request = { system: instruction, messages: [{ role: 'user' as const, content: message }] };
  return model && calculateMinCost(model, estimateInputTokens(request), toModelSettings(llm_config));
}
