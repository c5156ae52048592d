import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import type { McpToolDefinition } from './queries.ts';

interface Props {
  readonly of: { readonly description: string; readonly input_schema: Readonly<Record<string, unknown>> };
}

/** What a model is told of a tool. It is the server's text: nothing of it is loaded or acted on. */
export function Definition({ of: { description, input_schema } }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {description === '' ? (
        <p className="text-muted">{w.connections.noDescription}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <section tabIndex={0} aria-label={w.connections.description} className="max-h-96 overflow-y-auto">
          <SafeMarkdown text={description} />
        </section>
      )}
      <p className="font-medium">{w.connections.schema}</p>
      <JsonTree value={input_schema} openLevels={3} />
    </div>
  );
}

const PARTS = ['title', 'description', 'input_schema', 'output_schema', 'annotations'] as const;

interface Change {
  readonly before: McpToolDefinition;
  readonly after: McpToolDefinition;
}

/** What a tool has become since it was allowed, part by part; what is the same is left out. */
export function ChangeOfTool({ before, after }: Change) {
  const parts = PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part) => (
        <section key={part} aria-label={w.connections.part[part]} className="flex flex-col gap-1">
          <h3 className="font-medium">{w.connections.part[part]}</h3>
          {part === 'description' || part === 'title' ? (
            <TextDiff label={w.connections.part[part]} before={before[part] ?? ''} after={after[part] ?? ''} />
          ) : (
            <JsonDiff label={w.connections.part[part]} before={before[part]} after={after[part]} />
          )}
        </section>
      ))}
    </div>
  );
}
