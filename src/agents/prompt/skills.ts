import { estimateTokens, truncateToTokens } from '../../platform/models/usage.ts';
import type { SkillsContext } from '../tools/kind.ts';
import type { PromptPart } from './part.ts';

/** Maximum tokens of the list of skills. */
const LIST_TOKENS = 4000;
/** Maximum tokens of loaded texts that have left the conversation. */
const LOADED_TOKENS = 16_000;
/** Lengths of a description in characters, longest first. The first one with which the list fits is used. */
const DESCRIPTION_LENGTHS = [1024, 400, 200, 100, 50];

/** Names and descriptions of the loadable skills. The model loads their instructions when needed. */
export const skillsPart: PromptPart = {
  name: 'skills',
  order: 20,
  budget: (left) => Math.min(LIST_TOKENS, left / 4),
  render({ skillsContext: { listed, deleted: gone } }, budget) {
    const parts = [...(listed.length === 0 ? [] : [renderList(listed, budget)]), ...renderDeleted(gone)];
    return parts.length === 0 ? {} : { system: ['# Skills', ...parts].join('\n\n') };
  },
};

const HEADER =
  'A skill contains instructions for one kind of work. If a skill fits your task, load it with load_skill before you begin, and read the files that it names with read_skill_file. You can read its scripts but not run them.';

function renderList(listed: SkillsContext['listed'], budget: number): string {
  const lines = (length: number) =>
    listed.map(({ name, description }) => {
      const line = description.replace(/\s+/g, ' ').trim();
      const cut = line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line;
      return cut === '' ? `- ${name}` : `- ${name}: ${cut}`;
    });
  const fits = (text: string) => estimateTokens(text) <= budget;
  for (const length of DESCRIPTION_LENGTHS) {
    const cut = listed.some(({ description }) => description.length > length);
    const text = [HEADER, [...lines(length), ...(cut ? [CUT_NOTE] : [])].join('\n')].join('\n\n');
    if (fits(text)) return text;
  }
  return renderNames(listed, fits);
}

const CUT_NOTE = '(Descriptions that end in … are shortened: together they are too long.)';

/** Renders as many names as fit, if not even short descriptions fit. */
function renderNames(listed: SkillsContext['listed'], fits: (text: string) => boolean): string {
  const render = (count: number) => {
    const names = listed.slice(0, count).map(({ name }) => `- ${name}`);
    const rest = listed.length - count;
    const more = rest === 0 ? [] : [`- and ${rest} more, listed in the parameters of load_skill`];
    return [HEADER, [...names, ...more, '(The descriptions are omitted: together they are too long.)'].join('\n')].join(
      '\n\n',
    );
  };
  let count = listed.length;
  while (count > 0 && !fits(render(count))) count--;
  return render(count);
}

function renderDeleted(gone: readonly string[]): string[] {
  if (gone.length === 0) return [];
  return [`These skills were deleted and can't be loaded: ${gone.join(', ')}`];
}

/** Tokens for texts that have left the conversation. */
export function getLoadedBudget(left: number): number {
  return Math.min(LOADED_TOKENS, left / 4);
}

/**
 * Renders loaded skills that have left the conversation, newest first, within a budget. Texts that do not fit are cut,
 * or the model is asked to load them again.
 */
export function renderLoadedSkills(lost: SkillsContext['loaded'], budget: number): string {
  let left = budget;
  const parts = lost
    .toSorted((a, b) => b.turn - a.turn)
    .map(({ name, text }) => {
      const excerpt = truncateToTokens(text, left);
      left -= estimateTokens(excerpt);
      if (excerpt === '') return `## ${name}\n\n(Omitted for lack of space. Load it again when you need it.)`;
      const more =
        excerpt === text ? '' : `\n\n(Shortened here: continue in its SKILL.md from ${[...excerpt].length}.)`;
      return `## ${name}\n\n${excerpt}${more}`;
    });
  return ['# Loaded skills', 'You loaded these skills in this run. Their instructions still apply.', ...parts].join(
    '\n\n',
  );
}
