import type { CallInRun } from '../../../src/agents/calls/calls.ts';
import { findAgentRevision } from '../../../src/agents/queries.ts';
import type { Tool } from '../../../src/agents/tools/kind.ts';
import { loadTools } from '../../../src/agents/tools/load.ts';
import { isSearched } from '../../../src/agents/tools/offer.ts';
import { DEFAULT_SEARCH_RESULTS } from '../../../src/agents/tools/search-tool.ts';
import type { ActivityContext } from '../../context.ts';

/** Maximum characters of a description that are searched and returned. The tool has the complete text. */
const MAX_SEARCHED_LENGTH = 600;
const MAX_DESCRIPTION_LENGTH = 300;

/** Returns the tools of the run's agent that match a search best. */
export async function searchTools(ctx: ActivityContext, run: CallInRun['run'], args: unknown): Promise<unknown> {
  const { query, limit = DEFAULT_SEARCH_RESULTS } = args as { query: string; limit?: number };
  const revision = await findAgentRevision(ctx.db, run.agent_revision_id);
  const tools = revision ? await loadTools(ctx.db, run, revision) : [];
  const found = await findBestTools(tools.filter(isSearched), query, limit);
  return {
    tools: found.map(({ name, description }) => ({ name, description: truncate(description) })),
    ...(found.length === 0 ? { hint: 'no tool matches; try another query' } : {}),
  };
}

/** Finds the tools whose names and descriptions match a query best, best first. */
export async function findBestTools(tools: readonly Tool[], query: string, limit: number): Promise<Tool[]> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch<{ id: number; name: string; description: string }>({
    fields: ['name', 'description'],
    tokenize: splitWords,
    searchOptions: {
      boost: { name: 3 },
      // Matches other forms of a word, and typing errors in long words.
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(
    tools.map(({ name, description }, id) => ({ id, name, description: description.slice(0, MAX_SEARCHED_LENGTH) })),
  );
  return index
    .search(query)
    .slice(0, limit)
    .flatMap(({ id }) => tools[id as number] ?? []);
}

/** Splits a text into words, including those in `listOpenIssues` and `list_open_issues`. */
function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function truncate(text: string): string {
  return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).toWellFormed()}…`;
}
