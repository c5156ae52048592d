import { lockRun } from '../../../src/agents/runs/waiting.ts';
import { LOAD_SKILL, type SkillTool } from '../../../src/agents/tools/skill.ts';
import { markLoaded, type RunSkill } from '../../../src/agents/tools/skill-pins.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import {
  listSkillFiles,
  readDoc,
  readFirstPiece,
  readInstructions,
  type SkillFile,
  type TextPiece,
} from '../../../src/skills/reading.ts';
import type { ActivityContext } from '../../context.ts';
import { type CallResult, toFailure, toSuccess } from '../calls/outcome.ts';
import type { ToolCall, ToolExecutor } from './kind.ts';

/** Maximum length of a list of files in characters. */
const MAX_LIST_LENGTH = 8000;
/** File with the instructions of a skill. */
const SKILL_FILE = 'SKILL.md';

interface SkillArguments {
  readonly skill: string;
  readonly path: string;
  readonly from?: number;
}

/** Executes calls that read skills, from the database. Skills are never executed. */
export const skillExecutor: ToolExecutor<SkillTool> = {
  async execute(ctx, called) {
    const { args, tool } = called;
    const asked = args as SkillArguments;
    const skill = tool.skills.find(({ name }) => name === asked.skill);
    if (!skill) return toFailure('UNKNOWN_SKILL', `this run has no skill ${asked.skill}`);
    return tool.name === LOAD_SKILL ? load(ctx, called, skill) : read(ctx.db, skill, asked);
  },
};

/** Returns the instructions of a skill. The first load adds an event. */
async function load({ db }: ActivityContext, { call }: ToolCall, skill: RunSkill): Promise<CallResult> {
  const piece = await readFirstPiece(db, skill.skill_revision_id);
  const files = await listSkillFiles(db, skill.skill_revision_id);
  const text = piece === undefined ? '' : toPiece(piece, 0, `${SKILL_FILE} `);
  const result = [`Skill ${skill.name}`, text, ...renderFileList(files)].join('\n\n');
  const run = { id: call.run_id, turn: call.turn, tool_call_id: call.id };
  await db.transaction().execute(async (trx) => {
    await lockRun(trx, call.run_id);
    await markLoaded(trx, run, skill);
  });
  return toSuccess(result);
}

async function read(
  db: Executor,
  { name, skill_revision_id: id }: RunSkill,
  { path, from = 0 }: SkillArguments,
): Promise<CallResult> {
  const piece = await (path === SKILL_FILE ? readInstructions(db, id, from) : readDoc(db, id, path, from));
  if (piece !== undefined) {
    if (from < piece.total || from === 0) return toSuccess(toPiece(piece, from, ''));
    return toFailure('BEYOND_THE_END', `${path} has ${piece.total} characters`);
  }
  const files = await listSkillFiles(db, id);
  const file = files.find((candidate) => candidate.path === path);
  if (file !== undefined)
    return toFailure(
      'NOT_TEXT',
      `${path} is ${file.media_type} of ${file.size} bytes, not text; it can't be read here`,
    );
  return toFailure('NO_SUCH_FILE', [`the skill ${name} has no file ${path}`, ...renderFileList(files)].join('. '));
}

/** Renders an excerpt of a text with the position of its continuation. */
function toPiece({ text, total }: TextPiece, from: number, of: string): string {
  const end = from + [...text].length;
  return end >= total ? text : `${text}\n\n[${of}characters ${from} to ${end} of ${total}; continue from ${end}]`;
}

function renderFileList(files: readonly SkillFile[]): string[] {
  if (files.length === 0) return [];
  const lines = files.map(({ path, media_type: type, size }) =>
    type === null ? `- ${path} (${size} characters)` : `- ${path} (${type}, ${size} bytes, no text)`,
  );
  let shown = 0;
  for (let length = 0; shown < lines.length; shown++) {
    length += lines[shown]?.length ?? 0;
    if (length > MAX_LIST_LENGTH) break;
  }
  const more = shown < lines.length ? [`- and ${lines.length - shown} more, which can be read by path`] : [];
  return [['Its files:', ...lines.slice(0, shown), ...more].join('\n')];
}
