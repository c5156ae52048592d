// What the bench of the console runs in its pages.

/** Events of the run that is looked at, two of which make a row. */
export const EVENT_COUNT = 10_000;
/** How long somebody scrolls. */
export const SCROLL_MS = 3000;

/** Notes in the page when something is first there, or first gone: the browser's own clock, without the way to us. */
export function recordWhen(selector: string, what: 'there' | 'gone'): string {
  const found = `document.querySelector(${JSON.stringify(selector)}) ${what === 'there' ? '!==' : '==='} null`;
  return `(() => {
    const look = () => {
      if (${found}) window.notedAt ??= performance.timeOrigin + performance.now();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    look();
  })()`;
}

/** Counts frames from now until it is asked how many there were. */
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

/** A list by hand: as many rows as the run view has in the page, each of which gets its text and place anew as they scroll. */
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

/** Scrolls through the tree, a bit each frame, and answers how many rows were in the page at most. */
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
