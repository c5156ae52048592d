import { classes } from './classes.ts';

/** The row of links to the parts of a screen. */
export const TABS = 'flex gap-1 overflow-x-auto border-b';

/** How a link to a part looks, and how the one to the part that is shown. */
export function tabClass(shown: boolean): string {
  return classes(
    'border-b-2 px-3 py-1.5 whitespace-nowrap',
    shown ? 'border-accent font-medium' : 'border-transparent',
  );
}
