import type { OfficePackage, Relationship } from '../ooxml/package.ts';
import { getAttribute, listChildElements, type XmlElement } from '../ooxml/xml.ts';
import type { NoteReference } from './paragraph.ts';

/** Parts with notes and comments: names of their root element and relationship. */
const PARTS: readonly { readonly kind: NoteReference['kind']; readonly name: string }[] = [
  { kind: 'footnote', name: 'footnotes' },
  { kind: 'endnote', name: 'endnotes' },
  { kind: 'comment', name: 'comments' },
];

/** Footnotes, endnotes and comments, by kind and id. */
export type NotesById = ReadonlyMap<string, XmlElement>;

export const toNoteKey = ({ kind, id }: NoteReference): string => `${kind} ${id}`;

/** Reads all notes and comments that a document may refer to. */
export async function readNotes(office: OfficePackage, relationships: readonly Relationship[]): Promise<NotesById> {
  const notes = new Map<string, XmlElement>();
  for (const { kind, name } of PARTS)
    for (const { target } of relationships.filter(({ type }) => type === name))
      for await (const element of listChildElements(await office.stream(target), name)) {
        const id = getAttribute(element, 'id');
        const isNote = getAttribute(element, 'type') === undefined || getAttribute(element, 'type') === 'normal';
        if (element.name === kind && id !== undefined && isNote) notes.set(toNoteKey({ kind, id }), element);
      }
  return notes;
}
