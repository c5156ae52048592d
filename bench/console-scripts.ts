// Scripts that the console bench runs in its pages.

/** Number of events of the displayed run. Two events make a row. */
export const EVENT_COUNT = 10_000;
/** Number of runs in the filtered list. */
export const LISTED_RUNS = 50_000;
/** Duration of scrolling. */
export const SCROLL_MS = 3000;

/** Message that a page logs when {@link recordWhen} has recorded the time. */
export const RECORDED = 'recorded';

/**
 * Records in the page when an element first appears or disappears. Uses the browser's clock, to exclude the connection.
 */
export function recordWhen(selector: string, what: 'there' | 'gone'): string {
  const found = `document.querySelector(${JSON.stringify(selector)}) ${what === 'there' ? '!==' : '==='} null`;
  return `(() => {
    const check = () => {
      if (window.notedAt !== undefined || !(${found})) return;
      window.notedAt = performance.timeOrigin + performance.now();
      console.debug('${RECORDED}');
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true });
    check();
  })()`;
}

/** Records in the page when a field changes next. */
export const RECORD_CHANGE_SCRIPT = `document.addEventListener(
  'change',
  () => (window.changedAt = performance.timeOrigin + performance.now()),
  { capture: true, once: true },
)`;

/** Counts frames until the result is requested. */
export const COUNT_FRAMES_SCRIPT = `(() => {
  const times = [performance.now()];
  let on = true;
  const count = (at) => {
    times.push(at);
    if (on) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  window.countedFrames = () => {
    on = false;
    const gaps = times.slice(1).map((at, n) => at - times[n]);
    return { perSecond: (1000 * gaps.length) / (times.at(-1) - times[0]), longest: Math.max(...gaps) };
  };
})()`;

/**
 * Counts frames from the first new row of the tree until it has a number of rows. The time before, in which the page
 * has nothing to do, does not count.
 */
export const countBurstFrames = (rowCount: number): string => `window.burst = new Promise((resolve) => {
  const getSize = () => document.querySelector('[role=treeitem]').ariaSetSize;
  const sizeBefore = getSize();
  let isCounting = false;
  const check = () => {
    const size = getSize();
    if (size !== sizeBefore && !isCounting) {
      isCounting = true;
      ${COUNT_FRAMES_SCRIPT};
    }
    // The next frame includes the painting of the last rows.
    if (size === '${rowCount}') requestAnimationFrame(() => resolve(window.countedFrames()));
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})`;

/** A hand-written list with as many rows as the run view. Scrolling updates text and position of each row. */
export const BASELINE_LIST_SCRIPT = `(() => {
  const make = (parent, style) => {
    const made = document.createElement('div');
    made.style.cssText = style;
    parent.append(made);
    return made;
  };
  document.body.replaceChildren();
  const tree = make(document.body, 'height: 480px; overflow-y: auto');
  tree.setAttribute('role', 'tree');
  const tall = make(tree, 'position: relative; height: ${EVENT_COUNT * 17}px');
  const rows = Array.from({ length: 40 }, () => make(tall, 'position: absolute; top: 0; height: 34px'));
  tree.addEventListener('scroll', () => {
    const first = Math.max(0, Math.floor(tree.scrollTop / 34) - 12);
    rows.forEach((row, n) => {
      row.style.transform = 'translateY(' + (first + n) * 34 + 'px)';
      row.textContent = 'Step ' + (first + n);
    });
  });
})()`;

/** Scrolls through the tree in small steps. Returns the maximum number of rows in the page. */
export const SCROLL_SCRIPT = `new Promise((resolve) => {
  const tree = document.querySelector('[role=tree]');
  const from = performance.now();
  let most = 0;
  const step = (at) => {
    const share = Math.min(1, (at - from) / ${SCROLL_MS});
    tree.scrollTop = share * (tree.scrollHeight - tree.clientHeight);
    most = Math.max(most, tree.querySelectorAll('[role=treeitem]').length);
    if (share < 1) requestAnimationFrame(step);
    else resolve(most);
  };
  requestAnimationFrame(step);
})`;
