import { describe, expect, it } from 'vitest';
import { parseFile, toFileText } from '../../scripts/exchange/files.ts';
import type { Document } from '../../scripts/exchange/kinds.ts';
import { mapRevision, OMITTED } from '../../scripts/exchange/names.ts';
import { lineDiff } from '../../scripts/exchange/plan.ts';

const task: Document = {
  kind: 'task',
  fields: { tags: ['b', 'a'], name: 'No', enabled: true },
  revision: {
    user_prompt: 'One {text}\n\n  two\n',
    system_prompt: '',
    llm_config: { top_p: 1, max_tokens: 5 },
    output_format: { z: 'str', a: 'str' },
  },
};

describe('an exported file', () => {
  it('has the same bytes for the same resource, whatever the order of its keys, and keeps meaningful order', () => {
    const turned = {
      ...task,
      fields: { name: 'No', enabled: true, tags: ['b', 'a'] },
      revision: { ...task.revision, llm_config: { max_tokens: 5, top_p: 1 } },
    };
    expect(toFileText(turned)).toBe(toFileText(task));
    const text = toFileText(task);
    expect(text.indexOf('max_tokens')).toBeLessThan(text.indexOf('top_p'));
    expect(text.indexOf('z: str')).toBeLessThan(text.indexOf('a: str'));
    expect(text).toContain('name: "No"');
  });

  it('is parsed to what was exported', () => {
    expect(parseFile(toFileText(task))).toEqual({ doc: task, wrong: [] });
    const hostile = '- "\u0000": \'#\n\t: |>\u2028 {x} &a *b !!js/function';
    const doc = { ...task, revision: { user_prompt: hostile } };
    expect(parseFile(toFileText(doc)).doc?.revision.user_prompt).toBe(hostile);
  });

  it.each([
    ['kind: thing', 'kind is none of skill, task, agent, eval_set'],
    ['- a', 'is no mapping of fields'],
    ['', 'is no mapping of fields'],
    ['kind: task', 'name is missing'],
    ['kind: task\nname: 5', 'name is missing'],
    ['kind: task\nname: x\nid: 1', 'id is no field of a task'],
    ['kind: task\nname: x\nrevision: 1', 'revision is no mapping of fields'],
    ['kind: agent\nname: x\nrevision: {secret: 1}', "revision.secret is no field of a agent's revision"],
    ['kind: eval_set\nname: x', 'names neither or both of task and agent'],
    ['kind: [', 'Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['kind: task\nkind: task', 'Map keys must be unique'],
  ])('is rejected: %j', (text, problem) => {
    expect(parseFile(text).wrong.join()).toContain(problem);
  });

  it('has a maximum size', () => {
    const bomb = `a: &a [x]\nb: &b [*a,*a]\nkind: task\nname: x`;
    expect(parseFile(bomb).wrong).not.toEqual([]);
  });
});

describe('the references in exported fields', () => {
  it('use names in every field that references a resource, and nowhere else', () => {
    const revision = {
      llm_model_id: 'm',
      output_format: { task_id: 'str' },
      task_tools: [{ task_id: 't', is_output_formatter: true }, { task_id: 'gone' }],
      skills: [{ skill_id: 's', skill_revision_id: 'r' }],
      mcp_servers: [{ task_mcp_server_id: 'x', allowed_tool_ids: ['one', 'gone'] }],
      rag: { collection_id: 'gone', rag_config: {} },
    };
    const named = mapRevision(revision, (type, value) => (value === 'gone' ? OMITTED : `${type} ${value}`));
    expect(named).toEqual({
      llm_model_id: 'model m',
      output_format: { task_id: 'str' },
      task_tools: [{ task_id: 'task t', is_output_formatter: true }],
      skills: [{ skill_id: 'skill s', skill_revision_id: null }],
      mcp_servers: [{ task_mcp_server_id: 'MCP server x', allowed_tool_ids: ['MCP tool one'] }],
      rag: null,
    });
  });
});

describe('a difference', () => {
  it('contains added and removed lines, and no unchanged ones', () => {
    expect(lineDiff(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'y', 'd'])).toEqual(['- b', '+ x', '+ y']);
    expect(lineDiff(['a'], ['a'])).toEqual([]);
    expect(lineDiff([], ['a'])).toEqual(['+ a']);
    const [long, other] = [
      Array.from({ length: 3000 }, (_, n) => `a${n}`),
      Array.from({ length: 3000 }, (_, n) => `b${n}`),
    ];
    expect(lineDiff(long, other)).toHaveLength(6000);
  });
});
