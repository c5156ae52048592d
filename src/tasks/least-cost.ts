import type { UserContent } from '@ai-sdk/provider-utils';
import type { NewFile } from '../files/queries.ts';
import { isText } from '../platform/media-type.ts';
import type { ModelEntry } from '../platform/models/catalogue.ts';
import type { ModelSettings } from '../platform/models/gateway.ts';
import { mediaCredits, mediaTokens } from '../platform/models/media/price.ts';
import { inputTokensOf, tokensOfBytes } from '../platform/models/usage.ts';
import { fillPrompt, promptVariables } from '../platform/prompt.ts';
import type { ChosenConfig } from '../projects/config.ts';
import { calculateMinCost } from '../usage/model-calls.ts';
import { mediaOf } from './abilities.ts';
import { guardrailsOf } from './guardrails/applied.ts';
import { filesRead } from './processors/index.ts';
import type { TaskRevisionRow } from './queries.ts';

type Prompted = Pick<
  TaskRevisionRow,
  'system_prompt' | 'user_prompt' | 'input_processors' | 'guardrails' | 'output_modality'
>;

/** What a run is given. */
interface Given {
  readonly input: Readonly<Record<string, unknown>>;
  readonly files: readonly NewFile[];
  /** The chosen settings of its project. */
  readonly config: ChosenConfig;
}

/**
 * The least credits that a run costs, an exact decimal: what is set aside for its first call. A variable counts as empty where a
 * processor or a masking guardrail changes it before that call, and so does one without a value.
 */
export async function leastOfRun(
  model: ModelEntry,
  revision: Prompted,
  settings: ModelSettings,
  { input, files, config }: Given,
): Promise<string> {
  const { input_processors: processors } = revision;
  const isMasked = guardrailsOf(revision, config, 'input').some(({ action }) => action === 'mask');
  const isKnown = (name: string) =>
    !isMasked && Object.hasOwn(input, name) && !processors.some(({ param_name }) => param_name === name);
  const filled = (prompt: string) =>
    fillPrompt(
      prompt,
      Object.fromEntries(promptVariables(prompt).map((name) => [name, isKnown(name) ? input[name] : ''])),
    );
  const system = filled(revision.system_prompt);
  const asked = filled(revision.user_prompt);
  const read = filesRead(processors, input);
  const given = files.filter(({ name }) => !read.has(name));
  const texts = given.filter(({ mediaType }) => isText(mediaType));
  const others = given.filter(({ mediaType }) => !isText(mediaType));
  const kind = mediaOf(revision.output_modality);
  if (kind !== undefined) {
    const text = kind === 'image' ? [system.trim(), asked].filter((part) => part !== '').join('\n\n') : asked;
    return mediaCredits({ model, kind, text }, mediaTokens({ kind, text, images: others }));
  }
  const content: UserContent = [
    { type: 'text', text: asked },
    ...others.map(({ name, mediaType }) => ({
      type: 'file' as const,
      data: new Uint8Array(),
      mediaType,
      filename: name,
    })),
  ];
  const request = {
    system: system === '' ? undefined : system,
    messages: [{ role: 'user' as const, content: given.length === 0 ? asked : content }],
  };
  const textTokens = isMasked ? 0 : texts.reduce((sum, { blob }) => sum + tokensOfBytes(blob.size), 0);
  return calculateMinCost(model, inputTokensOf(request) + textTokens, settings);
}
