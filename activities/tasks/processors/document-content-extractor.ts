import { listFiles } from '../../../src/files/queries.ts';
import { openFile } from '../../../src/files/reading.ts';
import { ParseError, type Strategy } from '../../../src/knowledge/parsing/contract.ts';
import { extractText } from '../../../src/knowledge/parsing/parse.ts';
import { documentContentExtractor } from '../../../src/tasks/processors/document-content-extractor.ts';
import { storable } from '../../model-settings.ts';
import { type ActingProcessor, PreparationFailure } from './kind.ts';

/** Most characters that a document may come to: more than any model reads at once. */
const MOST_CHARACTERS = 4_000_000;

/** Reads a run's file by the parsers that read documents. */
export const extractDocumentContent: ActingProcessor = {
  async process(ctx, { runId, param, config, value }, signal) {
    const files = await listFiles(ctx.db, runId);
    const wanted = documentContentExtractor.fileOf?.(config, value);
    const file = files.find(({ name }) => name === wanted);
    if (!file) throw missing(param, wanted, files);
    const options = {
      mediaType: file.media_type,
      name: file.name,
      strategy: (config.strategy ?? 'auto') as Strategy,
      settings: ctx.config.parsing,
      mostCharacters: MOST_CHARACTERS,
      pageMark: (page: number) => `<!-- page ${page} -->`,
    };
    try {
      const { text, isCut, summary } = await extractText({ bytes: await openFile(ctx, file) }, options, signal);
      if (isCut) throw new ParseError('TOO_LARGE', `It comes to more than ${MOST_CHARACTERS} characters of text.`);
      const { mediaType: media_type, pageCount: pages = null, language, warnings = [] } = summary;
      const document = { file: file.name, media_type, pages, language, warnings: warnings.map(storable) };
      return { value: storable(text), document };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new PreparationFailure(error.reason, `the file ${file.name} can't be read: ${error.message}`);
    }
  },
};

function missing(param: string, wanted: unknown, files: readonly { readonly name: string }[]): PreparationFailure {
  const there = files.length === 0 ? 'it has no files' : `it has ${files.map(({ name }) => name).join(', ')}`;
  if (typeof wanted !== 'string')
    return new PreparationFailure('DOCUMENT_MISSING', `the variable ${param} must name a file of the run; ${there}`);
  return new PreparationFailure('DOCUMENT_MISSING', `the run has no file ${wanted.slice(0, 255)}; ${there}`);
}
