import Type from 'typebox';
import { Nullable } from './schemas.ts';

const Code = Type.String({ description: 'Stable code of the text, for translation.' });
const Params = Type.Record(Type.String(), Type.Unknown(), { description: 'Values in the text, by name.' });

/** The code and values of the English text beside them, if it has a code. */
export const MESSAGE_CODE = { code: Type.Optional(Code), params: Type.Optional(Params) };

/** A text with its code and values. */
export const MessageRecord = Type.Object({
  code: Code,
  params: Params,
  msg: Type.String({ description: 'English text.' }),
});

/** Schemas of a nullable text with its code and values: `reason`, `reason_code` and `reason_params`. */
export function createMessageSchemas<F extends string>(field: F, description: string) {
  return {
    [field]: Nullable(Type.String({ description })),
    [`${field}_code`]: Nullable(Code),
    [`${field}_params`]: Nullable(Params),
  } as { readonly [K in F]: ReturnType<typeof Nullable<Type.TString>> } & {
    readonly [K in `${F}_code`]: ReturnType<typeof Nullable<typeof Code>>;
  } & { readonly [K in `${F}_params`]: ReturnType<typeof Nullable<typeof Params>> };
}
