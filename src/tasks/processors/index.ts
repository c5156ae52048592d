import type { Config } from '../../platform/config.ts';
import { checkEach, errors, throwProblems } from '../../platform/errors.ts';
import { listSettingsProblems, omitNullSettings } from '../../platform/kind-settings.ts';
import type { Problem } from '../../platform/messages.ts';
import { commonProblems } from '../../platform/problems.ts';
import { taskProblems } from '../problems.ts';
import type { RevisionFields } from '../queries.ts';
import { documentContentExtractor } from './document-content-extractor.ts';
import type { InputProcessorItem, ProcessorKind } from './kind.ts';
import { urlFetcher } from './url-fetcher.ts';
import { perplexitySearch, webSearchProcessor } from './web-search.ts';

const KINDS = [documentContentExtractor, perplexitySearch, urlFetcher, webSearchProcessor] as const;

export type ProcessorName = (typeof KINDS)[number]['name'];

/** All kinds of input processors. */
export const PROCESSOR_KINDS: readonly ProcessorKind<ProcessorName>[] = KINDS;

/** Returns the kind of a stored processor. */
export function getProcessorKind({ input_processor: name }: InputProcessorItem): ProcessorKind<ProcessorName> {
  const kind = PROCESSOR_KINDS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`no input processor ${name}`);
  return kind;
}

/** Normalizes processors for storage. Undefined if the request has none. */
export function normalizeProcessors(sent: readonly InputProcessorItem[] | undefined): InputProcessorItem[] | undefined {
  return sent?.map((item) => {
    const kind = PROCESSOR_KINDS.find(({ name }) => name === item.input_processor);
    return item.config === undefined ? item : { ...item, config: omitNullSettings(kind, item.config) };
  });
}

/** Validates the processors of a revision when it is saved. Throws a 422 with all problems. */
export function assertProcessorsValid(
  { input_processors: items, input_params: params }: Pick<RevisionFields, 'input_processors' | 'input_params'>,
  { webSearch }: Pick<Config, 'webSearch'>,
): void {
  checkEach(items, (item, index) => {
    const toError = (field: readonly (string | number)[], problem: Problem) =>
      errors.invalid(['input_processors', index, ...field], problem);
    const kind = PROCESSOR_KINDS.find(({ name }) => name === item.input_processor);
    if (!kind) {
      const known = PROCESSOR_KINDS.map(({ name }) => name);
      throw toError(['input_processor'], commonProblems.unknown_kind({ known }));
    }
    if (!params.includes(item.param_name)) throw toError(['param_name'], taskProblems.unknown_variable);
    if (items.findIndex((other) => other.param_name === item.param_name) < index)
      throw toError(['param_name'], taskProblems.duplicate_processor);
    const problems = listSettingsProblems(kind, item.config ?? {});
    throwProblems(problems.map(({ path: at, problem }) => toError(['config', ...at], problem)));
    const other = kind.check?.(item.config ?? {}, { param: item.param_name, webSearch });
    if (other) throw toError(other.at, other.problem);
  });
}

/** Lists variables that a run may omit, because their processed value does not depend on the input. */
export function listOptionalParams(items: readonly InputProcessorItem[]): string[] {
  return items.flatMap((item) => (getProcessorKind(item).requiresValue(item.config ?? {}) ? [] : item.param_name));
}

/** Lists the names of files that processors read for this input. The model does not get them. */
export function listProcessedFiles(
  items: readonly InputProcessorItem[],
  input: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const names = items.map((item) => getProcessorKind(item).findFileName?.(item.config ?? {}, input[item.param_name]));
  return new Set(names.filter((name) => typeof name === 'string'));
}
