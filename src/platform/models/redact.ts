const MAX_TEXT_LENGTH = 500;
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD)S?$/i;
const MIN_SECRET_LENGTH = 8;
const SECRET_FORMATS = [
  /\b(?:bearer|basic)\s+[\w.~+/=*-]{6,}/gi,
  /\b(?:sk|pk|rk|gsk|xai|tgp)[-_][\w*-]{4,}/gi,
  /\bAIza[\w*-]{10,}/g,
  /\beyJ[\w-]{8,}(?:\.[\w-]+)*/g,
];

/** Redacts secrets in a provider's text, then truncates it. */
type Redact = (text: string, moreSecrets?: readonly (string | undefined)[]) => string;

/**
 * Creates a redactor for the current values of environment variables with secret names, and for typical key formats.
 * `moreSecrets` are redacted regardless of their length.
 */
export function createRedactor(env: NodeJS.ProcessEnv): Redact {
  return (text, moreSecrets = []) => {
    const environmentSecrets = Object.entries(env).flatMap(([name, value]) =>
      value && value.length >= MIN_SECRET_LENGTH && SECRET_NAME.test(name) ? [value.trim()] : [],
    );
    const extraSecrets = moreSecrets.flatMap((secret) => (secret?.trim() ? [secret.trim()] : []));
    let redacted = text;
    for (const secret of [...extraSecrets, ...environmentSecrets]
      .flatMap(listSpellings)
      .toSorted((a, b) => b.length - a.length)) {
      redacted = redacted.replaceAll(secret, '[redacted]');
    }
    for (const pattern of SECRET_FORMATS) redacted = redacted.replace(pattern, '[redacted]');
    return truncate(redacted);
  };
}

/** A secret may appear unchanged, within JSON, or within a URL. */
function listSpellings(secret: string): string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])];
}

function truncate(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_TEXT_LENGTH ? line : `${line.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}
