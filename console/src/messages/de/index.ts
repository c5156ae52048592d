import { messages as first } from './first.ts';
import { messages as later } from './later.ts';

/** All texts of the screens. */
export const messages = { ...first, ...later };
