import { findTranslation } from '../lib/translate-sentence.ts';
import { w } from '../words/index.ts';

/** Returns the translated text of an error reason, or undefined for an unknown one. */
export function findReasonText(reason: string | undefined): string | undefined {
  return reason === undefined ? undefined : (w.failure.reasons as Readonly<Record<string, string>>)[reason];
}

/** Shows a server message, translated if the catalog contains it. */
export function ServerText({ text }: { readonly text: string }) {
  const translation = findTranslation(text);
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

interface Props {
  readonly reason: string;
  /** Server message, which can be more specific than the reason. */
  readonly message: string;
}

/** Shows the translated text of an error reason, followed by the code and the server's message. */
export function ReasonText({ reason, message }: Props) {
  const translation = findReasonText(reason);
  const translatedMessage = findTranslation(message);
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
