import type { UserContent } from '@ai-sdk/provider-utils';
import type { NewFile } from '../files/queries.ts';
import { isText } from '../platform/media-type.ts';
import type { ModelEntry } from '../platform/models/catalog.ts';
import type { ModelSettings } from '../platform/models/gateway.ts';
import { computeMediaCredits, estimateMediaTokens } from '../platform/models/media/price.ts';
import { estimateInputTokens, estimateTokensOfBytes } from '../platform/models/usage.ts';
import { fillPrompt, listPromptVariables } from '../platform/prompt.ts';
import type { ChosenConfig } from '../projects/config.ts';
import { calculateMinCost } from '../usage/model-calls.ts';
import { getEffectiveGuardrails } from './guardrails/effective.ts';
import { findMediaKind } from './model-capabilities.ts';
import { listProcessedFiles } from './processors/index.ts';
import type { TaskRevisionRow } from './queries.ts';

type PromptFields = Pick<
  TaskRevisionRow,
  'system_prompt' | 'user_prompt' | 'input_processors' | 'guardrails' | 'output_modality'
>;

/** Inputs of a run. */
interface RunInputs {
  readonly input: Readonly<Record<string, unknown>>;
  readonly files: readonly NewFile[];
  /** Settings of its project. */
  readonly config: ChosenConfig;
}

/**
 * Minimum cost of a run in credits, an exact decimal: the reservation of its first call. Variables without a value
 * count as empty. So do variables that a processor or masking guardrail changes.
 */
export async function estimateMinCredits(
  model: ModelEntry,
  revision: PromptFields,
  settings: ModelSettings,
  { input, files, config }: RunInputs,
): Promise<string> {
  const { input_processors: processors } = revision;
  const isMasked = getEffectiveGuardrails(revision, config, 'input').some(({ action }) => action === 'mask');
  const isKnown = (name: string) =>
    !isMasked && Object.hasOwn(input, name) && !processors.some(({ param_name }) => param_name === name);
  const fillKnown = (prompt: string) =>
    fillPrompt(
      prompt,
      Object.fromEntries(listPromptVariables(prompt).map((name) => [name, isKnown(name) ? input[name] : ''])),
    );
  const system = fillKnown(revision.system_prompt);
  const userPrompt = fillKnown(revision.user_prompt);
  const read = listProcessedFiles(processors, input);
  const modelFiles = files.filter(({ name }) => !read.has(name));
  const texts = modelFiles.filter(({ mediaType }) => isText(mediaType));
  const mediaFiles = modelFiles.filter(({ mediaType }) => !isText(mediaType));
  const kind = findMediaKind(revision.output_modality);
  if (kind !== undefined) {
    const text = kind === 'image' ? [system.trim(), userPrompt].filter((part) => part !== '').join('\n\n') : userPrompt;
    return computeMediaCredits({ model, kind, text }, estimateMediaTokens({ kind, text, images: mediaFiles }));
  }
  const content: UserContent = [
    { type: 'text', text: userPrompt },
    ...mediaFiles.map(({ name, mediaType }) => ({
      type: 'file' as const,
      data: new Uint8Array(),
      mediaType,
      filename: name,
    })),
  ];
  const request = {
    system: system === '' ? undefined : system,
    messages: [{ role: 'user' as const, content: modelFiles.length === 0 ? userPrompt : content }],
  };
  const textTokens = isMasked ? 0 : texts.reduce((sum, { blob }) => sum + estimateTokensOfBytes(blob.size), 0);
  return calculateMinCost(model, estimateInputTokens(request) + textTokens, settings);
}
