import { useState } from 'react';
import { w } from '../words/index.ts';
import { classes } from './classes.ts';

const SHOWN_MS = 1500;

/** Puts text on the clipboard. Answers whether the browser let it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

interface Props {
  readonly text: string;
  /** What is shown in its place, such as the end of an id. */
  readonly shown?: string;
  readonly className?: string;
}

/** An id, a command: shown as code, copied by a click. */
export function Copyable({ text, shown = text, className }: Props) {
  const [copied, setCopied] = useState<boolean>();
  const onCopy = async () => {
    setCopied(await copy(text));
    setTimeout(() => setCopied(undefined), SHOWN_MS);
  };
  const said = copied === undefined ? w.ui.copy(text) : copied ? w.ui.copied : w.ui.notCopied;
  return (
    <button
      type="button"
      onClick={onCopy}
      title={said}
      className={classes(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded px-1 text-start font-mono text-sm hover:bg-sunken',
        className,
      )}
    >
      <span className="sr-only">{said}</span>
      <span aria-hidden className="min-w-0 break-all">
        {shown}
      </span>
      <span aria-hidden className="text-quiet">
        {copied === undefined ? <CopySign /> : copied ? '✓' : '✕'}
      </span>
      <span role="status" className="sr-only">
        {copied === undefined ? '' : said}
      </span>
    </button>
  );
}

/** Two sheets; drawn, because few fonts have the character. */
function CopySign() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="inline size-3.5 fill-none stroke-current">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </svg>
  );
}

/** An identifier by its last characters, which tell it from its neighbours. */
export function CopyId({ id, className }: { readonly id: string; readonly className?: string }) {
  return <Copyable text={id} shown={id.length > 12 ? `…${id.slice(-8)}` : id} {...(className ? { className } : {})} />;
}
