import { type BuiltinTool, parseArguments, ToolFailure } from './tool.ts';

const MAX_NAME_LENGTH = 64;

/** The date and time, which a model can't know. */
export const currentTime: BuiltinTool = {
  name: 'current_time',
  description: 'Tells the current date, time and weekday in a time zone.',
  parameters: {
    type: 'object',
    properties: {
      timezone: {
        type: 'string',
        maxLength: MAX_NAME_LENGTH,
        description: 'IANA name of the time zone, for example Europe/Berlin; UTC when left out',
      },
    },
    additionalProperties: false,
  },
  sideEffects: () => false,
  quick: true,
  async run(args, { now }) {
    const { timezone } = parseArguments(args, ['timezone']);
    if (timezone !== undefined && timezone !== null && typeof timezone !== 'string') {
      throw new ToolFailure('timezone must be a text');
    }
    return formatTime(timezone?.trim() || 'UTC', now());
  },
};

/** A moment as it reads in a time zone. */
export interface LocalTime {
  /** The zone's name, in its usual spelling where that is only a matter of case. */
  readonly timezone: string;
  /** Local date and time with the offset from UTC, to the second. */
  readonly iso: string;
  /** The same moment in UTC, to the second. */
  readonly utc: string;
  /** Local day of the week in English. */
  readonly weekday: string;
}

/** Throws ToolFailure when the zone is unknown. */
export function formatTime(timezone: string, moment: Date): LocalTime {
  const format = createFormat(timezone);
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  // The runtime replaces some names by older or unrelated ones of the same rules: EST by America/Panama.
  const canonical = format.resolvedOptions().timeZone;
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return {
    timezone: canonical.toLowerCase() === timezone.toLowerCase() ? canonical : timezone,
    iso: `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`,
    utc: `${moment.toISOString().slice(0, -5)}Z`,
    weekday: part('weekday'),
  };
}

function createFormat(timezone: string): Intl.DateTimeFormat {
  try {
    if (timezone.length > MAX_NAME_LENGTH) throw new RangeError('too long');
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'long',
      timeZoneName: 'longOffset',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const name = JSON.stringify(timezone.slice(0, MAX_NAME_LENGTH));
    throw new ToolFailure(`${name} is not a time zone; give an IANA name such as Europe/Berlin`);
  }
}
