import { listFiles } from '../../../src/files/queries.ts';
import { openFile } from '../../../src/files/reading.ts';
import { ParseError, type Strategy } from '../../../src/knowledge/parsing/contract.ts';
import { parseFailures } from '../../../src/knowledge/parsing/failures.ts';
import { extractText } from '../../../src/knowledge/parsing/parse.ts';
import { taskFailures } from '../../../src/tasks/failures.ts';
import { documentContentExtractor } from '../../../src/tasks/processors/document-content-extractor.ts';
import { toStorableText } from '../../model-settings.ts';
import { PreparationFailure, type Processor } from './kind.ts';

/** Maximum number of characters of a document, more than any model reads at once. */
const MAX_CHARACTERS = 4_000_000;

/** Reads a run's file with the document parsers. */
export const extractDocumentContent: Processor = {
  async process(ctx, { runId, param, config, value }, signal) {
    const files = await listFiles(ctx.db, runId);
    const fileName = documentContentExtractor.findFileName?.(config, value);
    const file = files.find(({ name }) => name === fileName);
    if (!file) throw createMissingFileError(param, fileName, files);
    const options = {
      mediaType: file.media_type,
      name: file.name,
      strategy: (config.strategy ?? 'auto') as Strategy,
      settings: ctx.config.parsing,
      maxCharacters: MAX_CHARACTERS,
      pageMark: (page: number) => `<!-- page ${page} -->`,
    };
    try {
      const { text, isTruncated, summary } = await extractText({ bytes: await openFile(ctx, file) }, options, signal);
      if (isTruncated)
        throw new ParseError('TOO_LARGE', parseFailures.document_text_over_limit({ limit: MAX_CHARACTERS }));
      const { mediaType: media_type, pageCount: pages = null, language, warnings = [] } = summary;
      const document = { file: file.name, media_type, pages, language, warnings: warnings.map(toStorableText) };
      return { value: toStorableText(text), document };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new PreparationFailure(
        error.reason,
        taskFailures.file_not_readable({ file: file.name, cause: error.detail }),
      );
    }
  },
};

function createMissingFileError(
  variable: string,
  fileName: unknown,
  runFiles: readonly { readonly name: string }[],
): PreparationFailure {
  const files = runFiles.map(({ name }) => name);
  if (typeof fileName !== 'string')
    return new PreparationFailure(
      'DOCUMENT_MISSING',
      taskFailures.file_not_named({ variable, count: files.length, files }),
    );
  const file = fileName.slice(0, 255);
  return new PreparationFailure('DOCUMENT_MISSING', taskFailures.file_not_sent({ file, count: files.length, files }));
}
