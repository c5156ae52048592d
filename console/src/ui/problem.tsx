import { type ServerMessage, sayMessage, sayReason } from '../lib/messages.ts';

interface TextProps extends Omit<ServerMessage, 'msg'> {
  /** The English text. */
  readonly text: string;
}

/** A text of the server, in the page's language where its catalogue has the code. */
export function ServerText({ text, code, params }: TextProps) {
  const said = sayMessage({ msg: text, code, params });
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

interface Props extends Omit<ServerMessage, 'msg'> {
  readonly reason: string;
  /** What the server says; it may tell more than the reason does. */
  readonly message: string;
}

/** What went wrong with something: in the page's language, then the reason and the server's words to look up and to pass on. */
export function Problem({ reason, message, code, params }: Props) {
  const said = sayReason(reason, params);
  const own = sayMessage({ msg: message, code, params });
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
