/** Recognizes pages that a site returns in place of others, as during maintenance. */

import { sourceFailures } from '../../../../src/knowledge/failures.ts';
import { findNeighbor, hasChangedInto, type SourceItem } from '../../../../src/knowledge/sources/items.ts';
import { SAME_PAGE } from '../../../../src/knowledge/sources/removals.ts';
import { type KnownSite, type SamplePage, storeSite } from '../../../../src/knowledge/sources/web/sites.ts';
import { toRunError } from '../../../../src/runs/errors.ts';
import type { SyncContext, VisitResult } from '../kind.ts';
import { readTemplate } from './site.ts';

/** Maximum number of samples per site and run. Each is a request. */
const MAX_SAMPLES = 4;

/** Requests a sample that a changed page needs. Returns false if there is none to request. */
export async function readSample(work: SyncContext, { origin }: URL, known: KnownSite): Promise<boolean> {
  if ('problem' in known) return false;
  const samples = known.samples ?? [];
  const next = samples.find(({ template }) => template === undefined);
  if (next === undefined) return false;
  const read = { ...next, template: await readTemplate(work, next.url) };
  const stored = samples.map((sample) => (sample === next ? read : sample));
  await storeSite(work.ctx.db, work.run.id, origin, { ...known, samples: stored });
  return true;
}

/**
 * Rejects a page that replaces a document although other addresses return the same page: one that does not exist, or
 * known ones that had other pages before. Numbers and addresses in it may differ. A changed page makes the next visits
 * request such addresses.
 */
export async function checkSubstitute(
  work: SyncContext,
  item: SourceItem,
  known: KnownSite,
  visit: VisitResult,
): Promise<VisitResult> {
  if (visit.state !== 'content' || item.document_id === null || 'problem' in known) return visit;
  const { sha256, templateSha256: template } = visit.content;
  const isUnchanged = sha256 !== undefined && item.sha256?.equals(sha256);
  if (isUnchanged || template === undefined || item.template_sha256?.equals(template)) return visit;
  const samples = known.samples ?? [];
  const [before, after] = [item.template_sha256?.toString('hex'), template.toString('hex')];
  const isSample = (sample: SamplePage) =>
    sample.url !== item.ref && sample.template === after && sample.previous !== before;
  if (samples.some(isSample) || (await hasChangedInto(work.ctx.db, item, template)))
    return { state: 'gone', problem: toRunError(SAME_PAGE, sourceFailures.page_same_for_all) };
  const wanted = await findSample(work, item, samples, template);
  if (wanted === undefined) return visit;
  const { origin } = new URL(item.ref);
  await storeSite(work.ctx.db, work.run.id, origin, { ...known, samples: [...samples, wanted] });
  return { state: 'later', ms: 0 };
}

/** Returns the sample that a changed page still needs: first a missing address, then a known one near the page. */
async function findSample(
  { ctx, run }: SyncContext,
  item: SourceItem,
  samples: readonly SamplePage[],
  template: Buffer,
): Promise<SamplePage | undefined> {
  const missing = `${new URL(item.ref).origin}/holdfast-${run.id}`;
  if (samples.length === 0) return { url: missing, changed: null, previous: null };
  if (samples.length >= MAX_SAMPLES || samples.some(({ changed }) => changed === item.ref)) return undefined;
  const found = await findNeighbor(ctx.db, item, template);
  if (found === undefined || samples.some(({ url }) => url === found.ref)) return undefined;
  return { url: found.ref, changed: item.ref, previous: found.template };
}
