import { useState } from 'react';
import { w } from '../words/index.ts';
import { joinClassNames } from './class-names.ts';

const COPY_STATUS_MS = 1500;

/** Copies text to the clipboard. Returns false if the browser denies access. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Copies by the older command of browsers: pages without TLS have no `navigator.clipboard`. */
function copyByEvent(text: string): boolean {
  let isCopied = false;
  const handleCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isCopied = true;
  };
  document.addEventListener('copy', handleCopy);
  document.execCommand('copy');
  document.removeEventListener('copy', handleCopy);
  return isCopied;
}

interface Props {
  readonly text: string;
  /** Shortened text to show, for example the end of an ID. */
  readonly displayText?: string;
  readonly className?: string;
}

/** Monospaced text that a click copies. */
export function Copyable({ text, displayText = text, className }: Props) {
  const [isCopied, setIsCopied] = useState<boolean>();
  const handleCopy = async () => {
    setIsCopied(await copyToClipboard(text));
    setTimeout(() => setIsCopied(undefined), COPY_STATUS_MS);
  };
  const label = isCopied === undefined ? w.ui.copy({ text }) : isCopied ? w.ui.copied : w.ui.notCopied;
  return (
    <button
      type="button"
      onClick={handleCopy}
      title={label}
      className={joinClassNames(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded px-1 text-start font-mono text-sm hover:bg-surface-muted',
        className,
      )}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden className="min-w-0 break-all">
        {displayText}
      </span>
      <span aria-hidden className="text-muted">
        {isCopied === undefined ? <CopyIcon /> : isCopied ? '✓' : '✕'}
      </span>
      <span role="status" className="sr-only">
        {isCopied === undefined ? '' : label}
      </span>
    </button>
  );
}

/** An SVG, because few fonts contain the character. */
function CopyIcon() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="inline size-3.5 fill-none stroke-current">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </svg>
  );
}

/** Returns the last characters of an ID, in which neighboring IDs differ. */
export const toShortId = (id: string): string => (id.length > 12 ? `…${id.slice(-8)}` : id);

/** A copyable ID, shortened. */
export function CopyableId({ id, className }: { readonly id: string; readonly className?: string }) {
  return <Copyable text={id} displayText={toShortId(id)} {...(className ? { className } : {})} />;
}
