/** A process of its own that reads one document. */
import { INPUT_DESCRIPTOR, serveSandbox } from '../../platform/sandbox/serve.ts';
import { type Job, readDocument, type Told } from './read.ts';
import { SourceFile } from './source-file.ts';

await serveSandbox<Job, Told>(async (job, tell) =>
  readDocument(await SourceFile.open(INPUT_DESCRIPTOR, job.name), job, tell),
);
