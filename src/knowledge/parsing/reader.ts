/** A process of its own that reads one document. */
import { INPUT, serveApart } from '../../platform/apart/serve.ts';
import { type Job, readDocument, type Told } from './read.ts';
import { SourceFile } from './source-file.ts';

await serveApart<Job, Told>(async (job, tell) => readDocument(await SourceFile.open(INPUT, job.name), job, tell));
