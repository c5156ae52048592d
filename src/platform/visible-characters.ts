// Apart from hidden-text.ts, because the console loads that module before its first screen.

import { INVISIBLE, JOINED_SCRIPTS } from './hidden-text.ts';

/** Hidden characters of emoji: joiners between pictographs, and the color variation selector. */
const EMOJI_JOINER = String.raw`(?<=\p{ExtPict}|\p{EMod}|\uFE0F)\u200D(?=\p{ExtPict})|(?<=\p{ExtPict})\uFE0F|(?<=[#*\d])\uFE0F(?=\u20E3)`;
/** Joiner between letters. Schema patterns have no class intersection. */
const WORD_JOINER = String.raw`(?<=[${JOINED_SCRIPTS}])(?<=[\p{L}\p{M}])[\u200C\u200D](?=[${JOINED_SCRIPTS}])(?=[\p{L}\p{M}])`;

/** One visible character of a single line, as part of a schema pattern. Excludes line ends and tabs. */
export const VISIBLE_LINE_CHARACTER = `(?:[^${INVISIBLE}]|${WORD_JOINER}|${EMOJI_JOINER})`;

/** One visible character or layout character of several lines, as part of a schema pattern. */
export const VISIBLE_TEXT_CHARACTER = `(?:${VISIBLE_LINE_CHARACTER}|[\\n\\t]|\\r\\n)`;
