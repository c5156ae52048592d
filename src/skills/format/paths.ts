import { SKILL_LIMITS, SkillProblem } from './limits.ts';

/** Names that some systems can't write, or that would mean another place than they say. */
const SEGMENT = /^(?!\.{1,2}$)(?![ ])[^/\\:*?"<>|\p{Cc}\p{Cs}]{1,255}(?<![ .])$/u;
/** What programs leave in folders and archives that nobody meant to send. */
const LEFT_BEHIND = /(^|\/)(__MACOSX|\.git)(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Whether a path is a program's leavings and no part of the skill. */
export const isLeftBehind = (path: string): boolean => LEFT_BEHIND.test(path);

/** What is wrong with a path within a skill's folder; undefined where nothing is. */
export function pathProblem(path: string): string | undefined {
  if (path.length > SKILL_LIMITS.path) return `is longer than ${SKILL_LIMITS.path} characters`;
  const segments = path.split('/');
  if (segments.length > SKILL_LIMITS.depth) return `lies more than ${SKILL_LIMITS.depth} folders deep`;
  if (segments.some((segment) => !SEGMENT.test(segment))) return 'is no path that every system can write';
  return undefined;
}

/** Throws where two paths are one on a system that does not tell capitals apart, or one is both file and folder. */
export function checkTwins(paths: readonly string[]): void {
  const folded = (path: string) => path.normalize('NFC').toLowerCase();
  const seen = new Map<string, string>();
  for (const path of paths) {
    const twin = seen.get(folded(path));
    if (twin !== undefined) throw new SkillProblem(`${path} and ${twin} are the same file on some systems`, path);
    seen.set(folded(path), path);
  }
  for (const path of paths) {
    const segments = folded(path).split('/');
    for (let end = 1; end < segments.length; end++) {
      const file = seen.get(segments.slice(0, end).join('/'));
      if (file !== undefined) throw new SkillProblem(`${file} is a file and a folder of ${path}`, path);
    }
  }
}
