import { defineProblems, type Problem } from './messages.ts';

/** Problems of texts that do not match a pattern. */
export const patternProblems = defineProblems({
  blank_text: 'must not be blank',
  unclean_name: 'must not be blank or have line breaks or invisible characters',
  unclean_line: 'must be one line without invisible characters',
  unclean_text: 'must not have invisible characters',
  invalid_name: 'must have only letters, digits, spaces, dots, underscores and hyphens',
  invalid_slug: 'must have only lowercase letters, digits and single hyphens between them',
  invalid_tag: 'must have at most 60 characters and no spaces, commas, brackets or quotes',
  invalid_amount: 'must be an amount such as 12.5',
  amount_not_positive: 'must be an amount above zero such as 12.5',
  amount_zero: 'must be an amount other than zero such as 12.5',
  unprintable_key: 'must be one word of ASCII letters, digits and signs',
  unprintable_text: 'must have only ASCII letters, digits and signs, without spaces',
  invalid_image_size: 'must be width x height such as 1024x1024',
  invalid_aspect_ratio: 'must be a ratio such as 16:9',
  invalid_media_type: 'must be a media type such as text/plain',
  invalid_short_id: 'must have 3 to 64 letters, digits, hyphens and underscores, with a letter or digit at both ends',
  invalid_user_name: 'must not have a colon or control characters',
  invalid_header_name: 'must be the name of a header such as X-Api-Key',
  invalid_url_path: 'must start with a slash',
  invalid_bucket: 'must have 3 to 63 lowercase letters, digits, dots and hyphens',
  invalid_region: 'must have lowercase letters, digits and hyphens, such as eu-central-1',
  invalid_branch: 'must be the name of a branch',
  invalid_folder: 'must be the name of a folder',
  invalid_host: 'must be a host name or an IP address',
  invalid_date: 'must be a date such as 2026-01-31',
  invalid_country: 'must be a country in two capital letters such as DE',
  invalid_language: 'must be a language in two lowercase letters such as en',
});

/** A registered pattern. */
interface RegisteredPattern {
  readonly problem: Problem;
  /** Pattern for documents; null for none. */
  readonly plain: string | null;
}

const PATTERNS = new Map<string, RegisteredPattern>();

/**
 * Registers a schema pattern with its problem and returns it. `plain` replaces it in documents, since other languages
 * have no look-around and fewer properties of characters. It accepts the same texts or more; null accepts all.
 */
export function definePattern(problem: Problem, pattern: string, plain: string | null = pattern): string {
  PATTERNS.set(pattern, { problem, plain });
  return pattern;
}

/** Returns the registered problem of a pattern. Undefined if there is none. */
export function findPatternProblem(pattern: string): Problem | undefined {
  return PATTERNS.get(pattern)?.problem;
}

/** Returns how a document shows a pattern: another pattern, and the exact rule in words if they differ. */
export function describePattern(pattern: string): { readonly pattern: string | null; readonly rule?: string } {
  const known = PATTERNS.get(pattern);
  if (!known || known.plain === pattern) return { pattern };
  return { pattern: known.plain, rule: `It ${known.problem.msg}.` };
}
