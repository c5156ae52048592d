import Type, { type Static } from 'typebox';
import { errors, throwProblems } from '../../../platform/errors.ts';
import { isEmailAddress, normalizeAddress } from '../../../platform/mail/address.ts';
import { commonProblems } from '../../../platform/problems.ts';
import { Email, NonBlankText } from '../../../platform/schemas.ts';
import { isPlaceholder, listPlaceholders, PLACEHOLDERS } from '../mail.ts';
import { forwarderProblems } from '../problems.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';

const PLACEHOLDER_LIST = `Placeholders: ${PLACEHOLDERS.map((name) => `\`${name}\``).join(', ')}.`;

const Config = Type.Object({
  to: Type.Array(Email, { minItems: 1, maxItems: 20, description: 'Recipients. Each gets a separate email.' }),
  subject: Type.Optional(NonBlankText(500, { description: `Subject line. ${PLACEHOLDER_LIST}` })),
  text: Type.Optional(NonBlankText(20_000, { description: `Body text. ${PLACEHOLDER_LIST} Double a literal brace.` })),
});
export type EmailConfig = Static<typeof Config>;

/** Emails each finished run to recipients. */
export const email: ForwarderKind<'email'> = {
  name: 'email',
  description: 'Sends an email for each finished run, from a template.',
  config: Config,
  isSigned: false,
  destinationField: 'to',
  assertConfig(config: ForwarderConfig) {
    const emailConfig = config as EmailConfig;
    const normalized = new Set<string>();
    const addressErrors = emailConfig.to.flatMap((address, index) => {
      const at = ['config', 'to', index];
      if (!isEmailAddress(address)) return errors.invalid(at, forwarderProblems.invalid_recipient);
      if (normalized.has(normalizeAddress(address))) return errors.invalid(at, commonProblems.duplicate_item);
      normalized.add(normalizeAddress(address));
      return [];
    });
    const templateErrors = (['subject', 'text'] as const).flatMap((field) =>
      listPlaceholders(emailConfig[field] ?? '')
        .filter((placeholder) => !isPlaceholder(placeholder))
        .map((placeholder) =>
          errors.invalid(
            ['config', field],
            forwarderProblems.unknown_placeholder({ placeholder: `{${placeholder}}`, known: PLACEHOLDERS }),
          ),
        ),
    );
    throwProblems([...addressErrors, ...templateErrors]);
  },
};
