/** Bounds of a skill's folder, so that one skill can fill neither a prompt nor a disk. */
export const SKILL_LIMITS = {
  /** Files, SKILL.md among them. */
  files: 512,
  /** Bytes of all files together. */
  bytes: 16 * 1024 * 1024,
  /** Bytes of SKILL.md. */
  instructions: 1024 * 1024,
  /** Characters of the front matter above them. */
  frontMatter: 16 * 1024,
  /** Characters of a file's path. */
  path: 512,
  /** Folders within folders. */
  depth: 12,
} as const;

/** Why a folder is no skill; `file` is the one that is at fault, where one is. */
export class SkillProblem extends Error {
  readonly file: string | null;

  constructor(message: string, file: string | null = null) {
    super(message);
    this.name = 'SkillProblem';
    this.file = file;
  }
}
