/** Names and notes that users write and others read. Pure. */

import { definePattern, patternProblems } from './patterns.ts';
import { VISIBLE_LINE_CHARACTER, VISIBLE_TEXT_CHARACTER } from './visible-characters.ts';

/** Schema pattern of one non-blank line without hidden characters. */
export const DISPLAY_NAME_PATTERN = definePattern(
  patternProblems.unclean_name,
  `^(?=.*\\S)${VISIBLE_LINE_CHARACTER}*$`,
  '\\S',
);

/** Schema pattern of one line without hidden characters; it may be blank. */
export const VISIBLE_LINE_PATTERN = definePattern(patternProblems.unclean_line, `^${VISIBLE_LINE_CHARACTER}*$`, null);

/** Schema pattern of any number of lines without hidden characters. */
export const VISIBLE_TEXT_PATTERN = definePattern(patternProblems.unclean_text, `^${VISIBLE_TEXT_CHARACTER}*$`, null);

/**
 * Schema pattern of letters and digits of any language, spaces, dots, underscores and hyphens. Excludes the invisible
 * characters that Unicode counts as letters or marks.
 */
export const WORD_NAME_PATTERN = definePattern(
  patternProblems.invalid_name,
  '^(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{N}_.\\- ])+$',
  '^[\\p{L}\\p{M}\\p{N}_.\\- ]+$',
);

const DISPLAY_NAME = new RegExp(DISPLAY_NAME_PATTERN, 'u');
/** Returns whether a name is one non-blank line without hidden characters. */
export const isDisplayName = (name: string): boolean => DISPLAY_NAME.test(name);

/** Trims and composes a name for storage, so that equal-looking names are equal. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim();
