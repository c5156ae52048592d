/** Names that people give and others read. Pure. */
import { VISIBLE_LINE_CHARACTER } from './hidden-text.ts';

/** One line that says something and shows all that it says, as a pattern of a schema. */
export const DISPLAY_NAME_PATTERN = `^(?=.*\\S)${VISIBLE_LINE_CHARACTER}*$`;

/** A line that shows all that it says, if it says anything. */
export const VISIBLE_LINE_PATTERN = `^${VISIBLE_LINE_CHARACTER}*$`;

/**
 * Letters and digits of any language, spaces, dots, underscores and hyphens, as a pattern of a schema: nothing of it is hidden,
 * though some that Unicode calls letters and marks are.
 */
export const WORD_NAME_PATTERN = '^(?:(?!\\p{DI})[\\p{L}\\p{M}\\p{N}_.\\- ])+$';

const DISPLAY_NAME = new RegExp(DISPLAY_NAME_PATTERN, 'u');
/** Whether a name is one line that says something and shows all that it says. */
export const isDisplayName = (name: string): boolean => DISPLAY_NAME.test(name);

/** A name as it is kept: without space around it, and composed, so that two names that look the same are the same. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim();
