import ipaddr from 'ipaddr.js';
import { durationMs, durationOrZeroMs } from '../duration.ts';
import { isAddress } from '../mail/address.ts';
import type { Parser } from './setting.ts';

export const text: Parser<string> = (given) => given;

/** Undefined for a setting without a text. */
export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (given, refuse) => (given === '' ? undefined : parse(given, refuse));
}

export function integer(least: number, most: number): Parser<number> {
  return (given, refuse) => {
    const value = Number(given);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return refuse(`must be a whole number from ${least} to ${most}`);
  };
}

/** Milliseconds of an ISO 8601 duration. */
export const duration: Parser<number> = (given, refuse) =>
  durationMs(given) ?? refuse('must be an ISO 8601 duration above zero, e.g. P3D or PT12H');

/** The same where zero is a duration too. */
export const durationOrZero: Parser<number> = (given, refuse) =>
  durationOrZeroMs(given) ?? refuse('must be an ISO 8601 duration, e.g. PT24H or PT0S');

/** An exact number, as text. */
export const decimal: Parser<string> = (given, refuse) =>
  /^\d{1,12}(\.\d{1,10})?$/.test(given) ? given : refuse('must be a decimal number that is not negative');

export function choice<const T extends string>(...options: readonly T[]): Parser<T> {
  return (given, refuse) =>
    options.find((option) => option === given) ?? refuse(`must be one of ${options.join(', ')}`);
}

export const yesOrNo: Parser<boolean> = (given, refuse) => choice('true', 'false')(given, refuse) === 'true';

/** Values with commas between them. */
export function list<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (given, refuse) => {
    const parts = given.split(',').map((part) => part.trim());
    return parts.filter(Boolean).map((part) => parse(part, refuse));
  };
}

/** Addresses of servers, with or without a port. */
export const servers = list((part, refuse) => {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(part) ?? [];
  if (ipaddr.isValid(part) || ipaddr.isValid(bracketed ?? plain ?? '')) return part;
  return refuse('must be addresses such as 10.0.0.53 or 10.0.0.53:5353, comma-separated');
});

export const origins = list((part, refuse) => {
  if (/^https?:\/\/[^/]+\/?$/.test(part) && URL.canParse(part)) return new URL(part).origin;
  return refuse('must be origins such as https://app.example.com, comma-separated');
});

export const networks = list((part, refuse) => {
  if (ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) return part;
  return refuse('must be IP addresses or networks such as 10.0.0.0/8, comma-separated');
});

/** An address without a slash at its end. */
export function url(...schemes: readonly string[]): Parser<string> {
  return (given, refuse) => {
    const fits = URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1));
    return fits ? given.replace(/\/$/, '') : refuse(`must be an address beginning with ${schemes.join(':// or ')}://`);
  };
}

export const hostPort: Parser<string> = (given, refuse) =>
  /^[^\s:/]+:\d{1,5}$/.test(given) ? given : refuse('must be host:port');

/** An e-mail address. */
export const address: Parser<string> = (given, refuse) =>
  isAddress(given) ? given : refuse('must be an e-mail address, such as owner@example.com');
