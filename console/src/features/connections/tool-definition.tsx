import { JsonDiff, TextDiff } from '../../ui/diff.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SafeMarkdown } from '../../ui/markdown.tsx';
import { w } from '../../words/index.ts';
import type { McpToolDefinition } from './queries.ts';

interface Props {
  readonly tool: { readonly description: string; readonly input_schema: Readonly<Record<string, unknown>> };
}

/**
 * Shows a tool's description and input schema. The text comes from the server, so it renders without links or images.
 */
export function ToolDefinition({ tool: { description, input_schema } }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {description === '' ? (
        <p className="text-muted">{w.connections.noDescription}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the section
        <section tabIndex={0} aria-label={w.connections.description} className="max-h-96 overflow-y-auto">
          <SafeMarkdown text={description} />
        </section>
      )}
      <p className="font-medium">{w.connections.schema}</p>
      <JsonTree value={input_schema} openLevels={3} />
    </div>
  );
}

const DEFINITION_PARTS = ['title', 'description', 'input_schema', 'output_schema', 'annotations'] as const;

interface ToolChangeProps {
  readonly before: McpToolDefinition;
  readonly after: McpToolDefinition;
}

/** Shows the parts of a tool's definition that changed since its approval. */
export function ToolChanges({ before, after }: ToolChangeProps) {
  const changedParts = DEFINITION_PARTS.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]));
  return (
    <div className="flex flex-col gap-3">
      {changedParts.map((part) => (
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
