import ipaddr from 'ipaddr.js';
import { parseDurationMs, parseDurationOrZeroMs } from '../duration.ts';
import { isEmailAddress } from '../mail/address.ts';
import type { Parser } from './setting.ts';

export const text: Parser<string> = (value) => value;

/** Returns undefined for an empty setting. */
export function optional<T>(parse: Parser<T>): Parser<T | undefined> {
  return (value, reject) => (value === '' ? undefined : parse(value, reject));
}

/** Accepts an integer within bounds, both inclusive. */
export function integer(min: number, max: number): Parser<number> {
  return (value, reject) => {
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    return reject(`must be a whole number from ${min} to ${max}`);
  };
}

/** Parses an ISO 8601 duration above zero. Returns milliseconds. */
export const duration: Parser<number> = (value, reject) =>
  parseDurationMs(value) ?? reject('must be an ISO 8601 duration above zero, e.g. P3D or PT12H');

/** Parses an ISO 8601 duration that may be zero. Returns milliseconds. */
export const durationOrZero: Parser<number> = (value, reject) =>
  parseDurationOrZeroMs(value) ?? reject('must be an ISO 8601 duration, e.g. PT24H or PT0S');

/** Parses an exact decimal. Returns it as text. */
export const decimal: Parser<string> = (value, reject) =>
  /^\d{1,12}(\.\d{1,10})?$/.test(value) ? value : reject('must be a decimal number that is not negative');

/** Accepts one of the options. */
export function oneOf<const T extends string>(...options: readonly T[]): Parser<T> {
  return (value, reject) =>
    options.find((option) => option === value) ?? reject(`must be one of ${options.join(', ')}`);
}

export const boolean: Parser<boolean> = (value, reject) => oneOf('true', 'false')(value, reject) === 'true';

/** Parses comma-separated values. */
export function list<T>(parse: Parser<T>): Parser<readonly T[]> {
  return (value, reject) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.filter(Boolean).map((part) => parse(part, reject));
  };
}

/** Parses server addresses with optional ports. */
export const servers = list((part, reject) => {
  const [, bracketed, host] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(part) ?? [];
  if (ipaddr.isValid(part) || ipaddr.isValid(bracketed ?? host ?? '')) return part;
  return reject('must be addresses such as 10.0.0.53 or 10.0.0.53:5353, comma-separated');
});

export const origins = list((part, reject) => {
  if (/^https?:\/\/[^/]+\/?$/.test(part) && URL.canParse(part)) return new URL(part).origin;
  return reject('must be origins such as https://app.example.com, comma-separated');
});

export const networks = list((part, reject) => {
  if (ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) return part;
  return reject('must be IP addresses or networks such as 10.0.0.0/8, comma-separated');
});

/** Parses a URL. Returns it without a trailing slash. */
export function url(...schemes: readonly string[]): Parser<string> {
  return (value, reject) => {
    const isValid = URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
    return isValid ? value.replace(/\/$/, '') : reject(`must be a URL that starts with ${schemes.join(':// or ')}://`);
  };
}

export const hostPort: Parser<string> = (value, reject) =>
  /^[^\s:/]+:\d{1,5}$/.test(value) ? value : reject('must be host:port');

/** Parses an email address. */
export const emailAddress: Parser<string> = (value, reject) =>
  isEmailAddress(value) ? value : reject('must be an email address such as owner@example.com');
