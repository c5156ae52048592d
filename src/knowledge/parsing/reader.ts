/** Sandboxed process that parses documents. */
import { INPUT, serveApart } from '../../platform/apart/serve.ts';
import { type ParseJob, type ParserMessage, readDocument } from './read.ts';
import { SourceFile } from './source-file.ts';

await serveApart<ParseJob, ParserMessage>(async (job, send) =>
  readDocument(await SourceFile.open(INPUT, job.name), job, send),
);
