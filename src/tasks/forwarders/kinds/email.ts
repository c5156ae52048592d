import Type, { type Static } from 'typebox';
import { errors, refuseAll } from '../../../platform/errors.ts';
import { isEmailAddress, normalizeAddress } from '../../../platform/mail/address.ts';
import { commonProblems } from '../../../platform/problems.ts';
import { Email, NonBlankText } from '../../../platform/schemas.ts';
import { isPlace, PLACEHOLDERS, placesIn } from '../letter.ts';
import { forwarderProblems } from '../problems.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';

const PLACEHOLDER_LIST = `Placeholders: ${PLACEHOLDERS.map((name) => `\`${name}\``).join(', ')}.`;

const Config = Type.Object({
  to: Type.Array(Email, { minItems: 1, maxItems: 20, description: 'Recipients. Each gets a separate email.' }),
  subject: Type.Optional(NonBlankText(500, { description: `Subject line. ${PLACEHOLDER_LIST}` })),
  text: Type.Optional(NonBlankText(20_000, { description: `Body text. ${PLACEHOLDER_LIST} Double a literal brace.` })),
});
export type EmailConfig = Static<typeof Config>;

/** Mails each run that ended to some people. */
export const email: ForwarderKind<'email'> = {
  name: 'email',
  description: 'Sends an email for each finished run, from a template.',
  config: Config,
  signed: false,
  destination: 'to',
  check(config: ForwarderConfig) {
    const given = config as EmailConfig;
    const seen = new Set<string>();
    const addresses = given.to.flatMap((address, index) => {
      const at = ['config', 'to', index];
      if (!isEmailAddress(address)) return errors.invalid(at, forwarderProblems.invalid_recipient);
      if (seen.has(normalizeAddress(address))) return errors.invalid(at, commonProblems.duplicate_item);
      seen.add(normalizeAddress(address));
      return [];
    });
    const texts = (['subject', 'text'] as const).flatMap((field) =>
      placesIn(given[field] ?? '')
        .filter((place) => !isPlace(place))
        .map((place) =>
          errors.invalid(
            ['config', field],
            forwarderProblems.unknown_placeholder({ placeholder: `{${place}}`, known: PLACEHOLDERS }),
          ),
        ),
    );
    refuseAll([...addresses, ...texts]);
  },
};
