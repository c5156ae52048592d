const LONGEST_TEXT = 500;
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD)S?$/i;
const SHORTEST_SECRET = 8;
const LOOKS_SECRET = [
  /\b(?:bearer|basic)\s+[\w.~+/=*-]{6,}/gi,
  /\b(?:sk|pk|rk|gsk|xai|tgp)[-_][\w*-]{4,}/gi,
  /\bAIza[\w*-]{10,}/g,
  /\beyJ[\w-]{8,}(?:\.[\w-]+)*/g,
];

/** Takes secrets out of provider text, then clips it. */
export type Redact = (text: string, moreSecrets?: readonly (string | undefined)[]) => string;

/**
 * A redactor that knows the values which all environment variables named like secrets have by then, and the usual shapes of keys.
 * `moreSecrets` are taken out whatever their length.
 */
export function createRedactor(env: NodeJS.ProcessEnv): Redact {
  return (text, moreSecrets = []) => {
    const known = Object.entries(env).flatMap(([name, value]) =>
      value && value.length >= SHORTEST_SECRET && SECRET_NAME.test(name) ? [value.trim()] : [],
    );
    const given = moreSecrets.flatMap((secret) => (secret?.trim() ? [secret.trim()] : []));
    let clean = text;
    for (const secret of [...given, ...known].flatMap(spellings).toSorted((a, b) => b.length - a.length)) {
      clean = clean.replaceAll(secret, '[redacted]');
    }
    for (const pattern of LOOKS_SECRET) clean = clean.replace(pattern, '[redacted]');
    return clip(clean);
  };
}

/** A secret can come back as it is, inside JSON, or inside an address. */
function spellings(secret: string): string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])];
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
}
