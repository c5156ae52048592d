import { type BuiltinTool, parseArguments, ToolFailure } from './tool.ts';

const MAX_NAME_LENGTH = 64;

/** Current date and time for models. */
export const currentTime: BuiltinTool = {
  name: 'current_time',
  description: 'Returns the current date, time and weekday in a time zone.',
  parameters: {
    type: 'object',
    properties: {
      timezone: {
        type: 'string',
        maxLength: MAX_NAME_LENGTH,
        description: 'IANA name of the time zone, for example Europe/Berlin; default UTC',
      },
    },
    additionalProperties: false,
  },
  sideEffects: () => false,
  quick: true,
  async run(args, { now }) {
    const { timezone } = parseArguments(args, ['timezone']);
    if (timezone !== undefined && timezone !== null && typeof timezone !== 'string') {
      throw new ToolFailure('timezone must be a string');
    }
    return formatTime(timezone?.trim() || 'UTC', now());
  },
};

/** A time in a time zone. */
interface LocalTime {
  /** Name of the zone in its usual case. */
  readonly timezone: string;
  /** Local date and time with the offset from UTC, in seconds. */
  readonly iso: string;
  /** The same time in UTC, in seconds. */
  readonly utc: string;
  /** Local weekday in English. */
  readonly weekday: string;
}

/** Formats a time. Throws ToolFailure if the zone is unknown. */
function formatTime(timezone: string, moment: Date): LocalTime {
  const format = createFormat(timezone);
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  // The runtime replaces some names with older or unrelated ones of the same rules, such as EST with America/Panama.
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
    throw new ToolFailure(`${name} is not a time zone; use an IANA name such as Europe/Berlin`);
  }
}
