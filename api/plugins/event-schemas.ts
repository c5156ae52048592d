import Type, { type TSchema } from 'typebox';

/**
 * The events of a stream, from the schemas of their data by kind: each as a reader of server-sent events has it, with the
 * kind in `event` and the data read from its JSON.
 */
export function EventStream(name: string, kinds: Readonly<Record<string, TSchema>>): TSchema {
  const events = Object.entries(kinds).map(([kind, data]) =>
    Type.Object(
      { id: Type.Optional(Type.String()), event: Type.Literal(kind), data },
      { title: `${name}${pascalCase(kind)}` },
    ),
  );
  return Type.Union(events, { title: `${name}Event` });
}

function pascalCase(kind: string): string {
  return kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
