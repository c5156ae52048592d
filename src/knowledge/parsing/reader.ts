/** Sandboxed process that parses documents. */
import { INPUT_DESCRIPTOR, serveSandbox } from '../../platform/sandbox/serve.ts';
import { type ParseJob, type ParserMessage, readDocument } from './read.ts';
import { SourceFile } from './source-file.ts';

await serveSandbox<ParseJob, ParserMessage>(async (job, send) =>
  readDocument(await SourceFile.open(INPUT_DESCRIPTOR, job.name), job, send),
);
