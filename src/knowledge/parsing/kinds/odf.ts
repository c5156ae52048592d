import type { ParserKind } from './kind.ts';

const PREFIX = 'application/vnd.oasis.opendocument.';

/** OpenDocument texts, sheets and presentations. */
export const ODF: readonly ParserKind[] = [
  odfKind('odt', ['text', 'text-template', 'text-master'], ['.odt', '.ott'], 'readOdt'),
  odfKind('ods', ['spreadsheet', 'spreadsheet-template'], ['.ods', '.ots'], 'readOds'),
  odfKind('odp', ['presentation', 'presentation-template'], ['.odp', '.otp'], 'readOdp'),
];

function odfKind(
  name: string,
  types: readonly string[],
  endings: readonly string[],
  reader: 'readOdt' | 'readOds' | 'readOdp',
): ParserKind {
  const [mediaType = '', ...alsoStated] = types.map((type) => `${PREFIX}${type}`);
  return {
    name,
    mediaType,
    alsoStated,
    endings,
    isText: false,
    packageTypes: [mediaType, ...alsoStated],
    async *read(reading) {
      yield* (await import('../odf/read.ts'))[reader](reading);
    },
  };
}
