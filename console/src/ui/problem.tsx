import { saySentence } from '../lib/sentences.ts';
import { w } from '../words/index.ts';

/** What the page's language says of a reason that the API gives; undefined of one that it does not know. */
export function sayReason(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : (w.failure.reasons as Readonly<Record<string, string>>)[reason];
}

/** What the server says, in the page's language where its catalogue knows it. */
export function ServerText({ text }: { readonly text: string }) {
  const said = saySentence(text);
  return said === undefined ? <span lang="en">{text}</span> : <span>{said}</span>;
}

/** What of the server's words goes beyond a sentence that is said already; nothing where they are the same. */
function beyond(said: string, told: string): string {
  const known = said.replace(/\.$/, '');
  if (!told.toLowerCase().startsWith(known.toLowerCase())) return told;
  const rest = told.slice(known.length);
  // Another word may only begin like the last one.
  return /^\w/.test(rest) ? told : rest.replace(/^[.:;,]?\s*/, '');
}

interface Props {
  readonly reason: string;
  /** What the server says; it may tell more than the reason does. */
  readonly message: string;
}

/** What went wrong with something: in the page's language, then the reason and the server's words to look up and to pass on. */
export function Problem({ reason, message }: Props) {
  const said = sayReason(reason);
  const own = saySentence(message);
  const more = said === undefined ? (own ?? message) : beyond(said, own ?? message);
  return (
    <span className="flex flex-col wrap-anywhere">
      {said && <span>{said}</span>}
      <span className={said ? 'text-sm' : undefined}>
        <code className="me-2 font-mono text-sm">{reason}</code>
        <span lang={own === undefined ? 'en' : undefined}>{more}</span>
      </span>
    </span>
  );
}
