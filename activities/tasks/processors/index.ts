import { type ProcessorName, processorKind } from '../../../src/tasks/processors/index.ts';
import type { InputProcessorItem } from '../../../src/tasks/processors/kind.ts';
import { extractDocumentContent } from './document-content-extractor.ts';
import type { ActingProcessor } from './kind.ts';
import { fetchUrl } from './url-fetcher.ts';
import { searchTheWeb } from './web-search/index.ts';

const ACTING: Readonly<Record<ProcessorName, ActingProcessor>> = {
  document_content_extractor: extractDocumentContent,
  perplexity_search: searchTheWeb,
  url_fetcher: fetchUrl,
  web_search: searchTheWeb,
};

/** How the processor of an item of a revision acts. */
export function processorFor(item: InputProcessorItem): ActingProcessor {
  return ACTING[processorKind(item).name];
}
