import { describe, expect, it } from 'vitest';
import { createToolName, MAX_TOOL_NAME_LENGTH, toSlug } from '../../src/connections/tool-names.ts';

const NONE: ReadonlySet<string> = new Set();

describe('the slug of a connection', () => {
  it('is its name in letters, digits and single underscores, beginning with a letter', () => {
    expect(toSlug('GitHub (work) – Zürich', 'mcp')).toBe('github_work_zurich');
    expect(toSlug('3rd__party', 'mcp')).toBe('rd_party');
    expect(toSlug(`${'a'.repeat(23)} b`, 'mcp')).toBe('a'.repeat(23));
    expect(toSlug('東京', 'mcp')).toBe('dongjing');
    expect(toSlug('Отчёт 2026', 'mcp')).toBe('otchet_2026');
    expect(toSlug('⁂', 'mcp')).toBe('mcp');
  });
});

describe('the name of a tool', () => {
  it('is the slug and the server’s tool name, in characters that models accept', () => {
    expect(createToolName('github', 'create_issue', NONE)).toBe('github__create_issue');
    expect(createToolName('github', 'issues.create/new', NONE)).toBe('github__issues_create_new');
    expect(createToolName('github', 'load_skill', NONE)).toBe('github__load_skill');
    expect(createToolName('github', 'найти_2', NONE)).toBe('github__nayti_2');
  });

  it('is truncated with a hash if it is too long or taken, unique for each tool', () => {
    const long = ['x', 'y'].map((end) => createToolName('github', `${'list_'.repeat(30)}${end}`, NONE));
    expect(new Set(long).size).toBe(2);
    const taken = new Set(['github__a_b']);
    const second = createToolName('github', 'a.b', taken);
    expect(second).toMatch(/^github__a_b_[0-9a-f]{8}$/);
    const third = createToolName('github', 'a.b', new Set([...taken, second]));
    for (const name of [...long, second, third]) {
      expect(name).toMatch(/^[a-zA-Z_][\w-]{0,63}$/);
      expect(name.length).toBeLessThanOrEqual(MAX_TOOL_NAME_LENGTH);
    }
    expect(third).not.toBe(second);
  });
});
