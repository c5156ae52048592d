import type { ModelEntry } from '../platform/models/catalogue.ts';
import type { ModelSettings } from '../platform/models/gateway.ts';
import { mediaCredits, mediaTokens } from '../platform/models/media/price.ts';
import { leastCost } from '../usage/model-calls.ts';
import { mediaOf } from './abilities.ts';
import { fillPrompt } from './prompt.ts';
import type { TaskRevisionRow } from './queries.ts';

type Prompted = Pick<
  TaskRevisionRow,
  'system_prompt' | 'user_prompt' | 'input_processors' | 'guardrails' | 'output_modality'
>;

/**
 * What a run costs at least, an exact decimal: the least that is set aside for its first call. Where its input is still changed
 * before that, what it becomes is not known, and counts as nothing.
 */
export async function leastOfRun(
  model: ModelEntry,
  revision: Prompted,
  input: Readonly<Record<string, unknown>>,
  settings: ModelSettings,
): Promise<string> {
  const isSent = revision.input_processors.length === 0 && revision.guardrails === null;
  const [told, asked] = [revision.system_prompt, revision.user_prompt].map((prompt) =>
    isSent ? fillPrompt(prompt, input).trim() : '',
  );
  const kind = mediaOf(revision.output_modality);
  if (kind === undefined) return leastCost(model, `${told}${asked}`, settings);
  const request = { model, kind, text: `${kind === 'image' ? told : ''}${asked}`, images: [] };
  return mediaCredits(request, mediaTokens({ ...request, settings: {} }));
}
