import type { Message } from '../../platform/messages.ts';

/** Limits of a skill's folder. They protect prompts and disks from a single large skill. */
export const SKILL_LIMITS = {
  /** Number of files, including SKILL.md. */
  files: 512,
  /** Bytes of all files. */
  bytes: 16 * 1024 * 1024,
  /** Bytes of SKILL.md. */
  instructions: 1024 * 1024,
  /** Characters of the front matter. */
  frontMatter: 16 * 1024,
  /** Characters of a file's path. */
  path: 512,
  /** Depth of nested folders. */
  depth: 12,
} as const;

/** A folder that is not a skill. `file` is the invalid file, or null. */
export class SkillError extends Error {
  override readonly name = 'SkillProblem';
  readonly problem: Message;
  readonly file: string | null;

  constructor(problem: Message, file: string | null = null) {
    super(problem.msg);
    this.problem = problem;
    this.file = file;
  }
}
