import ipaddr from 'ipaddr.js';
import { durationMs } from './duration.ts';

/** A setting that is missing or wrong; `message` is one line that names it and what to do. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

/** Reads settings of an environment, each with its default where it is not set. Its functions throw a {@link SettingError} that names a wrong one. */
export function settingsReader(env: NodeJS.ProcessEnv, fallbackOf: (name: string) => string) {
  const text = (name: string): string => {
    const given = env[name]?.trim();
    if (given) return given;
    return fallbackOf(name);
  };
  const optional = (name: string) => text(name) || undefined;
  return {
    text,
    optional,
    integer(name: string, least: number, most: number): number {
      const value = Number(text(name));
      if (Number.isInteger(value) && value >= least && value <= most) return value;
      throw new SettingError(name, `must be a whole number from ${least} to ${most}`);
    },
    duration(name: string): number {
      const value = durationMs(text(name));
      if (value !== undefined) return value;
      throw new SettingError(name, 'must be an ISO 8601 duration above zero, e.g. P3D or PT12H');
    },
    servers(name: string): string[] {
      return this.list(name).map((part) => {
        const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(part) ?? [];
        if (ipaddr.isValid(part) || ipaddr.isValid(bracketed ?? plain ?? '')) return part;
        throw new SettingError(name, 'must be addresses such as 10.0.0.53 or 10.0.0.53:5353, comma-separated');
      });
    },
    decimal(name: string): string {
      if (/^\d{1,12}(\.\d{1,10})?$/.test(text(name))) return text(name);
      throw new SettingError(name, 'must be a decimal number that is not negative');
    },
    choice<T extends string>(name: string, options: readonly T[]): T {
      const chosen = options.find((option) => option === text(name));
      if (chosen !== undefined) return chosen;
      throw new SettingError(name, `must be one of ${options.join(', ')}`);
    },
    list: (name: string) =>
      text(name)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    origins(name: string): string[] {
      return this.list(name).map((part) => {
        if (/^https?:\/\/[^/]+\/?$/.test(part) && URL.canParse(part)) return new URL(part).origin;
        throw new SettingError(name, 'must be origins such as https://app.example.com, comma-separated');
      });
    },
    networks(name: string): string[] {
      return this.list(name).map((part) => {
        if (ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) return part;
        throw new SettingError(name, 'must be IP addresses or networks such as 10.0.0.0/8, comma-separated');
      });
    },
    url(name: string, protocols = ['http:', 'https:']): string | undefined {
      const given = optional(name);
      if (given === undefined) return undefined;
      if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given.replace(/\/$/, '');
      throw new SettingError(name, `must be an address beginning with ${protocols.join('// or ')}//`);
    },
    hostPort(name: string): string | undefined {
      const given = optional(name);
      if (given === undefined || /^[^\s:/]+:\d{1,5}$/.test(given)) return given;
      throw new SettingError(name, 'must be host:port');
    },
  };
}
