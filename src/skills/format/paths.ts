import type { Message, Problem } from '../../platform/messages.ts';
import { skillFailures, skillProblems } from '../problems.ts';
import { SKILL_LIMITS, SkillError } from './limits.ts';

/** Excludes names that some systems cannot write or interpret differently. */
const SEGMENT = /^(?!\.{1,2}$)(?![ ])[^/\\:*?"<>|\p{Cc}\p{Cs}]{1,255}(?<![ .])$/u;
/** Files that programs add to folders and archives. */
const IGNORED = /(^|\/)(__MACOSX|\.git)(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Returns whether a path is not part of the skill. */
export const isIgnored = (path: string): boolean => IGNORED.test(path);

/** Returns the problem of a path in a skill's folder. Undefined if valid. */
export function findPathProblem(path: string): Problem | undefined {
  if (path.length > SKILL_LIMITS.path) return skillProblems.skill_path_too_long({ limit: SKILL_LIMITS.path });
  const segments = path.split('/');
  if (segments.length > SKILL_LIMITS.depth) return skillProblems.skill_path_too_deep({ limit: SKILL_LIMITS.depth });
  if (segments.some((segment) => !SEGMENT.test(segment))) return skillProblems.skill_path_not_portable;
  return undefined;
}

/** The error of a folder or an archive that has an invalid path. */
export function toPathError(path: string, problem: Message): SkillError {
  return new SkillError(skillFailures.skill_folder_file({ path: JSON.stringify(path.slice(0, 100)), problem }), path);
}

/** Paths that a case-insensitive system stores in one place, or a path that is both file and folder. */
export function findPathConflict(
  paths: readonly string[],
): { readonly path: string; readonly problem: Problem } | undefined {
  const foldCase = (path: string) => path.normalize('NFC').toLowerCase();
  const seen = new Map<string, string>();
  for (const path of paths) {
    const other = seen.get(foldCase(path));
    if (other !== undefined) return { path, problem: skillProblems.skill_paths_equal({ path, other: other }) };
    seen.set(foldCase(path), path);
  }
  for (const path of paths) {
    const segments = foldCase(path).split('/');
    for (let end = 1; end < segments.length; end++) {
      const file = seen.get(segments.slice(0, end).join('/'));
      if (file !== undefined) return { path, problem: skillProblems.skill_path_is_folder({ file, path }) };
    }
  }
  return undefined;
}
