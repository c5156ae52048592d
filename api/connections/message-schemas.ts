import Type from 'typebox';
import { AnyObject, Nullable } from '../schemas.ts';

/** The code and values of the English text beside them. */
export const MESSAGE_CODE = {
  code: Type.Optional(Type.String({ description: 'Stable code of `reason`, to translate it by.' })),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values in `reason`, by name.' })),
};

/** The code of the nullable text in a field. */
export function messageCode(field: string) {
  return Nullable(Type.String({ description: `Stable code of \`${field}\`, to translate it by.` }));
}

/** The values of the nullable text in a field. */
export function messageParams(field: string) {
  return Nullable({ ...AnyObject, description: `Values in \`${field}\`, by name.` });
}
