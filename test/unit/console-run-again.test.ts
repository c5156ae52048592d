import { describe, expect, it } from 'vitest';
import { formatSnippet } from '../../console/src/features/code/snippets.ts';
import { getSubmittedInput } from '../../console/src/features/runs/submitted-input.ts';

describe('the input of a task run', () => {
  it('is the submitted one, without the results of processors and retrieval', () => {
    const run_data = {
      submitted: { url: 'The page.', topic: 'Found.', question: 'Why?\n\nChunks', count: 2 },
      url_preprocessed: 'https://example.com',
      topic_preprocessed: null,
      question_preprocessed: 'Why?',
      rag_query: 'why',
    };
    expect(getSubmittedInput({ run_data })).toEqual({ url: 'https://example.com', question: 'Why?', count: 2 });
  });

  it('is a Python literal in a Python snippet', () => {
    const input = { text: 'true', flags: [true, false, null], size: 1.5 };
    const target = { org_id: 'o', project_id: 'p', kind: 'task', id: 't', input } as const;
    expect(formatSnippet('Python', target, 'https://example.com')).toContain(
      'json={"task_input": {"text": "true", "flags": [True, False, None], "size": 1.5}},',
    );
  });
});
