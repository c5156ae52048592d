import Type from 'typebox';
import type { Message } from '../src/platform/messages.ts';
import { AnyObject, Nullable } from './schemas.ts';

/** The code and values of the English text beside them. */
export const MESSAGE_CODE = {
  code: Type.Optional(Type.String({ description: 'Stable code of `reason`, to translate it by.' })),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Values in `reason`, by name.' })),
};

/** A message with its code. */
export const MessageRecord = Type.Object({
  code: Type.String({ description: 'Code of the message.' }),
  params: Type.Record(Type.String(), Type.Any(), { description: 'Values in the message, by name.' }),
  msg: Type.String({ description: 'English message.' }),
});

/** The code of the nullable text in a field. */
export function messageCode(field: string) {
  return Nullable(Type.String({ description: `Stable code of \`${field}\`, to translate it by.` }));
}

/** The values of the nullable text in a field. */
export function messageParams(field: string) {
  return Nullable({ ...AnyObject, description: `Values in \`${field}\`, by name.` });
}

/** Schemas of a nullable text with its code and values: `reason`, `reason_code` and `reason_params`. */
export function messageSchemas<F extends string>(field: F, description: string) {
  return {
    [field]: Nullable(Type.String({ description })),
    [`${field}_code`]: messageCode(field),
    [`${field}_params`]: messageParams(field),
  } as { readonly [K in F]: ReturnType<typeof messageCode> } & {
    readonly [K in `${F}_code`]: ReturnType<typeof messageCode>;
  } & { readonly [K in `${F}_params`]: ReturnType<typeof messageParams> };
}

/** Fields of {@link messageSchemas} of a record. */
export function toMessageFields<F extends string>(field: F, message: Message | null) {
  return {
    [field]: message?.msg ?? null,
    [`${field}_code`]: message?.code ?? null,
    [`${field}_params`]: message && { ...message.params },
  } as { readonly [K in F | `${F}_code`]: string | null } & {
    readonly [K in `${F}_params`]: Record<string, unknown> | null;
  };
}
