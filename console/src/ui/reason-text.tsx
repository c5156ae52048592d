import { findMessageText, findReasonText, type ServerMessage } from '../lib/messages.ts';

interface TextProps extends Omit<ServerMessage, 'msg'> {
  /** The English text. */
  readonly text: string;
}

/** Shows a text of the server in the user's language, or in English if the catalog lacks its code. */
export function ServerText({ text, code, params }: TextProps) {
  const translation = findMessageText({ code, params });
  return translation === undefined ? <span lang="en">{text}</span> : <span>{translation}</span>;
}

/** Returns the part of the server's message that the translated text does not already contain. */
function stripRepeatedText(translation: string, message: string): string {
  const prefix = translation.replace(/\.$/, '');
  if (!message.toLowerCase().startsWith(prefix.toLowerCase())) return message;
  const rest = message.slice(prefix.length);
  // The prefix must end at a word boundary.
  return /^\w/.test(rest) ? message : rest.replace(/^[.:;,]?\s*/, '');
}

interface Props extends Omit<ServerMessage, 'msg'> {
  readonly reason: string;
  /** Server message, which can be more specific than the reason. */
  readonly message: string;
}

/** Shows the translated text of an error reason, followed by the code and the server's message. */
export function ReasonText({ reason, message, code, params }: Props) {
  const translation = findReasonText(reason, params);
  const translatedMessage = findMessageText({ code, params });
  const details =
    translation === undefined
      ? (translatedMessage ?? message)
      : stripRepeatedText(translation, translatedMessage ?? message);
  return (
    <span className="flex flex-col wrap-anywhere">
      {translation && <span>{translation}</span>}
      <span className={translation ? 'text-sm' : undefined}>
        <code className="me-2 font-mono text-sm">{reason}</code>
        <span lang={translatedMessage === undefined ? 'en' : undefined}>{details}</span>
      </span>
    </span>
  );
}
