import { getProcessorKind, type ProcessorName } from '../../../src/tasks/processors/index.ts';
import type { InputProcessorItem } from '../../../src/tasks/processors/kind.ts';
import { extractDocumentContent } from './document-content-extractor.ts';
import type { Processor } from './kind.ts';
import { fetchUrl } from './url-fetcher.ts';
import { searchTheWeb } from './web-search/index.ts';

const PROCESSORS: Readonly<Record<ProcessorName, Processor>> = {
  document_content_extractor: extractDocumentContent,
  perplexity_search: searchTheWeb,
  url_fetcher: fetchUrl,
  web_search: searchTheWeb,
};

/** Returns the processor of a revision's item. */
export function getProcessor(item: InputProcessorItem): Processor {
  return PROCESSORS[getProcessorKind(item).name];
}
