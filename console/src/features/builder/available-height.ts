import { useEffect, useRef } from 'react';

/** Space between a pane and the edges of the window, in pixels. */
const MARGIN_PX = 16;

/**
 * Returns a ref for a sticky pane. Its `--available-height` is the height of the window below its top edge, which is
 * smaller while the page's title is on screen.
 */
export function useAvailableHeight<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useEffect(() => {
    const update = () => {
      const pane = ref.current;
      if (!pane) return;
      const top = Math.max(MARGIN_PX, pane.getBoundingClientRect().top);
      pane.style.setProperty('--available-height', `${Math.round(innerHeight - top - MARGIN_PX)}px`);
    };
    // What is above the pane loads after it.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, []);
  return ref;
}
