/** Names that people give and others read. Pure. */
import { SHOWN_IN_LINE } from './hidden-text.ts';
import { patternFor, patternProblems } from './patterns.ts';

/** One line that says something and shows all that it says, as a pattern of a schema. */
export const PLAIN_NAME = patternFor(patternProblems.unclean_name, `^(?=.*\\S)${SHOWN_IN_LINE}*$`);

/** A line that shows all that it says, if it says anything. */
export const PLAIN_LINE = patternFor(patternProblems.unclean_line, `^${SHOWN_IN_LINE}*$`);

/**
 * Letters and digits of any language, spaces, dots, underscores and hyphens, as a pattern of a schema: nothing of it is hidden,
 * though some that Unicode calls letters and marks are.
 */
export const WORDS_NAME = patternFor(patternProblems.invalid_name, '^(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{N}_.\\- ])+$');

const PLAIN = new RegExp(PLAIN_NAME, 'u');
/** Whether a name is one line that says something and shows all that it says. */
export const isPlainName = (name: string): boolean => PLAIN.test(name);

/** A name as it is kept: without space around it, and composed, so that two names that look the same are the same. */
export const keptName = (given: string): string => given.normalize('NFC').trim();
