import { setTimeout as pause } from 'node:timers/promises';
import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import { spenderOf } from '../../../src/agents/runs/spender.ts';
import { type CollectionTool, READ_DOCUMENT, USUAL_PASSAGES } from '../../../src/agents/tools/collection.ts';
import { fitting } from '../../../src/knowledge/reading/fitting.ts';
import { documentIn, type Passage, type Place, passagesOf } from '../../../src/knowledge/reading/passages.ts';
import type { Hit, SearchRequest } from '../../../src/knowledge/retrieval/contract.ts';
import { type Expansion, searchWidely } from '../../../src/knowledge/retrieval/expand.ts';
import type { Exclusion } from '../../../src/models/exclusions.ts';
import { exclusionsIn } from '../../../src/models/queries.ts';
import { ModelCallError } from '../../../src/platform/models/errors.ts';
import { getProjectConfig } from '../../../src/projects/config.ts';
import { payAndSettle } from '../../../src/usage/model-calls.ts';
import { CreditShortage } from '../../../src/usage/shortage.ts';
import type { ActivityContext } from '../../context.ts';
import { mayAskAgain, shortageErrorOf } from '../../model-failure.ts';
import { configuredModel } from '../../model-settings.ts';
import { type CallResult, failed, succeeded } from '../calls/outcome.ts';
import { creditsLeft } from '../turns/credits.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

/** Most tokens of passages that a call answers. */
const ROOM = { search: 6000, reading: 6000 } as const;
/** Most passages that a call reads. */
const MOST_READ = 50;
/** A call is made between two turns: what takes longer is told to be too slow. */
const DEADLINE_MS = 8000;
/** Milliseconds of them in which other words have to come; without them the query stands as it is. */
const EXPANSION_MS = 4000;
/** Milliseconds before the second and the third try of a search whose embedding model was not to be had. */
const PAUSES_MS = [200, 800];

interface Reading {
  readonly document_id: string;
  readonly chunk_id?: string;
  readonly page?: number;
  readonly last_page?: number;
  readonly from?: number;
}

/** Calls that look something up; nothing that stands in a document decides anything. */
export const collectionExecutor: ToolExecutor<CollectionTool> = {
  // Who reads is whoever started the run: their rights count as well as the agent's collections.
  needsRights: true,
  async execute(ctx, call) {
    if (call.tool.name === READ_DOCUMENT) return read(ctx, call, call.args as Reading);
    return find(ctx, call, call.args as Searching, AbortSignal.any([call.signal, AbortSignal.timeout(DEADLINE_MS)]));
  },
};

interface Searching {
  readonly query: string;
  readonly limit?: number;
}

async function find(
  ctx: ActivityContext,
  { run, tool: { collections } }: ToolCall<CollectionTool>,
  { query, limit: wanted }: Searching,
  signal: AbortSignal,
): Promise<CallResult> {
  if (query.trim() === '') return failed('NO_QUERY', 'the query is blank');
  const config = await getProjectConfig(ctx.db, run.project_id);
  const limit = wanted ?? config.knn ?? USUAL_PASSAGES;
  const exclusions = await exclusionsIn(ctx.db, run.org_id, run.project_id);
  const expansion = config.query_expansion
    ? await expansionOf(ctx, run, { exclusions, llm: config.llm ?? null }, signal)
    : undefined;
  const request: SearchRequest = {
    projectId: run.project_id,
    payer: { ...spenderOf(run), exclusions },
    scope: { collectionIds: collections.map(({ id }) => id) },
    query,
    limit,
  };
  const found = await tried(() => searchWidely(ctx, request, expansion, { signal }), signal);
  if (!Array.isArray(found)) return found;
  const results = fitting(found.map(asResult), { tokens: ROOM.search, count: limit }, around);
  return succeeded({
    results,
    ...(results.length === 0 && { hint: 'nothing was found; search with other words' }),
  });
}

/** Who writes other words for a query: the project's model, else the agent's. */
async function expansionOf(
  ctx: ActivityContext,
  run: CallInRun['run'],
  { exclusions, llm }: { readonly exclusions: readonly Exclusion[]; readonly llm: string | null },
  signal: AbortSignal,
): Promise<Expansion> {
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  if (!revision) throw new Error(`agent revision ${run.agent_revision_id} is missing`);
  const left = await creditsLeft(ctx, run, revision);
  const payer = { ...spenderOf(run), exclusions, left };
  const bound = AbortSignal.any([signal, AbortSignal.timeout(EXPANSION_MS)]);
  return {
    model: await configuredModel(ctx, llm ?? revision.llm_model_id),
    ask: (request) => payAndSettle(ctx, payer, request, (paid) => ctx.gateway.generate(paid, { signal: bound })),
  };
}

function asResult({ documentId, title, chunkId, page, headingPath, text }: Hit) {
  return { document_id: documentId, title, chunk_id: chunkId, page, heading_path: headingPath, text };
}

/** A search, tried again where its embedding model may be there a moment later. */
async function tried(look: () => Promise<Hit[]>, signal: AbortSignal): Promise<Hit[] | CallResult> {
  for (let tries = 0; ; tries++) {
    try {
      return await look();
    } catch (error) {
      if (error instanceof CreditShortage) return { state: 'failed', error: shortageErrorOf(error), sent: false };
      if (!(error instanceof ModelCallError)) throw error;
      const wait = PAUSES_MS[tries];
      if (wait === undefined || !mayAskAgain(error, tries + 1) || signal.aborted)
        return failed(`MODEL_${error.reason.toUpperCase()}`, `the search could not be made: ${error.message}`);
      await pause(wait);
    }
  }
}

async function read(
  ctx: ActivityContext,
  { run, tool: { collections } }: ToolCall<CollectionTool>,
  asked: Reading,
): Promise<CallResult> {
  const place = placeOf(asked);
  if (place === undefined)
    return failed('NOT_ONE_PLACE', 'say one of chunk_id, page or from; last_page goes with page and is not before it');
  const scope = { projectId: run.project_id, collectionIds: collections.map(({ id }) => id) };
  const document = await documentIn(ctx.db, scope, asked.document_id);
  if (!document)
    return failed('UNKNOWN_DOCUMENT', 'no document with this id is in the collections of this agent, or not any more');
  const beyond = 'pages' in place && place.pages.first > (document.page_count ?? 0);
  const found = beyond ? [] : await passagesOf(ctx.db, document, place, MOST_READ);
  const passages = wholeOnes(found);
  const last = passages.at(-1);
  if (!last) return failed('NO_SUCH_PLACE', `the document has no such place; ${extentOf(document)}`);
  const next = last.position + 1 < document.chunk_count ? last.position + 1 : null;
  const { id: document_id, title, page_count } = document;
  return succeeded({ document_id, title, page_count, passages, next });
}

/** The passages from the first on that there is room for, none left out between. */
function wholeOnes(found: readonly Passage[]): Passage[] {
  let count = found.length;
  const taken = () => fitting(found.slice(0, count), { tokens: ROOM.reading, count }, around);
  while (count > 1 && taken().length < count) count--;
  return taken();
}

function around(item: { readonly text: string }): string {
  return JSON.stringify({ ...item, text: '' });
}

/** Where a call wants to read; undefined where it says more than one place. */
function placeOf({ chunk_id: around, page: first, last_page: last = first, from }: Reading): Place | undefined {
  const said = [around, first ?? last, from].filter((one) => one !== undefined);
  if (said.length > 1) return undefined;
  if (around !== undefined) return { around };
  if (last === undefined) return { from: from ?? 0 };
  return first === undefined || last < first ? undefined : { pages: { first, last } };
}

function extentOf({ page_count, chunk_count }: { readonly page_count: number | null; readonly chunk_count: number }) {
  const pages = page_count === null ? 'it has no pages' : `its pages are 1 to ${page_count}`;
  return `${pages}, its positions 0 to ${Math.max(0, chunk_count - 1)}`;
}
