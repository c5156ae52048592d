import { useSyncExternalStore } from 'react';

/** Width below which the frame shows bars instead of a sidebar. Matches styles/frame.css. */
export const PHONE = '(width < 48rem)';

/** Whether a field may have the focus at first: not where a keyboard on the screen would cover the page. */
export const canFocusFirst = (): boolean => matchMedia('(pointer: fine) and (width >= 48rem)').matches;

/** Returns whether a media query matches, and follows its changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
