import { estimateTokens, truncateToTokens } from '../../platform/models/usage.ts';
import type { SkillsContext } from '../tools/kind.ts';
import type { PromptPart } from './part.ts';

/** Most tokens that the list of skills takes. */
const LIST_TOKENS = 4000;
/** Most tokens that texts take which were loaded and have left the conversation since. */
const LOADED_TOKENS = 16_000;
/** Characters of each description, from the most on: the first length with which the list fits. */
const DESCRIPTION_LENGTHS = [1024, 400, 200, 100, 50];

/** What the model can take up: names and descriptions; the rest it loads when it needs it. */
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
  'A skill is know-how for one kind of work. Where one fits what you are asked, load it with load_skill before you begin, and read the files that it names with read_skill_file. Its scripts can be read and not run.';

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

const CUT_NOTE = '(Descriptions that end in … are cut: together they are too long.)';

/** The list where not even short descriptions fit: names, as many as do. */
function renderNames(listed: SkillsContext['listed'], fits: (text: string) => boolean): string {
  const render = (count: number) => {
    const names = listed.slice(0, count).map(({ name }) => `- ${name}`);
    const rest = listed.length - count;
    const more = rest === 0 ? [] : [`- and ${rest} more, whose names the parameters of load_skill have`];
    return [
      HEADER,
      [...names, ...more, '(The descriptions are left out: together they are too long.)'].join('\n'),
    ].join('\n\n');
  };
  let count = listed.length;
  while (count > 0 && !fits(render(count))) count--;
  return render(count);
}

function renderDeleted(gone: readonly string[]): string[] {
  if (gone.length === 0) return [];
  return [
    `You were given these skills too, and they were deleted since, so that they can't be loaded: ${gone.join(', ')}`,
  ];
}

/** Tokens that may go to texts which have left the conversation. */
export function getLoadedBudget(left: number): number {
  return Math.min(LOADED_TOKENS, left / 4);
}

/**
 * What was loaded and stands in the conversation no more, the newest first, within a budget. What does not fit is said to be
 * cut, or to be loaded anew.
 */
export function renderLoadedSkills(lost: SkillsContext['loaded'], budget: number): string {
  let left = budget;
  const parts = lost
    .toSorted((a, b) => b.turn - a.turn)
    .map(({ name, text }) => {
      const excerpt = truncateToTokens(text, left);
      left -= estimateTokens(excerpt);
      if (excerpt === '') return `## ${name}\n\n(There is no room for it here. Load it again where you need it.)`;
      const more =
        excerpt === text ? '' : `\n\n(The rest is left out here: read on in its SKILL.md from ${[...excerpt].length}.)`;
      return `## ${name}\n\n${excerpt}${more}`;
    });
  return ['# Loaded skills', 'You loaded these in this run, and what they say still holds.', ...parts].join('\n\n');
}
