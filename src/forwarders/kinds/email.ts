import Type, { type Static } from 'typebox';
import { errors, refuseAll } from '../../platform/errors.ts';
import { isEmailAddress, normalizeAddress } from '../../platform/mail/address.ts';
import { Email, NonBlankText } from '../../platform/schemas.ts';
import { isPlace, placesIn } from '../letter.ts';
import type { ForwarderConfig, ForwarderKind } from './kind.ts';

const PLACES =
  'may hold `{task}`, `{status}`, `{response}`, `{error}`, `{run_id}`, `{task_id}`, `{reference}`, `{created}`, `{completed}`, `{url}` and `{input_<variable>}`';

const Config = Type.Object({
  to: Type.Array(Email, { minItems: 1, maxItems: 20, description: 'each gets a mail of its own' }),
  subject: Type.Optional(NonBlankText(500, { description: `one line; ${PLACES}` })),
  text: Type.Optional(NonBlankText(20_000, { description: `${PLACES}; a brace that is meant as such is doubled` })),
});
export type EmailConfig = Static<typeof Config>;

/** Mails each run that ended to some people. */
export const email: ForwarderKind<'email'> = {
  name: 'email',
  description: 'Mails each run that ended, in words of your own.',
  config: Config,
  signed: false,
  destination: 'to',
  check(config: ForwarderConfig) {
    const given = config as EmailConfig;
    const seen = new Set<string>();
    const addresses = given.to.flatMap((address, index) => {
      const at = ['config', 'to', index];
      if (!isEmailAddress(address)) return errors.invalid(at, 'is no e-mail address');
      if (seen.has(normalizeAddress(address))) return errors.invalid(at, 'stands twice');
      seen.add(normalizeAddress(address));
      return [];
    });
    const texts = (['subject', 'text'] as const).flatMap((field) =>
      placesIn(given[field] ?? '')
        .filter((place) => !isPlace(place))
        .map((place) =>
          errors.invalid(['config', field], `{${place}} is no place of it; it ${PLACES}`, 'unknown_variable'),
        ),
    );
    refuseAll([...addresses, ...texts]);
  },
};
