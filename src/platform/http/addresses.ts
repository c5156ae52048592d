import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SettingError } from '../config.ts';

/** Rules for the addresses that the guarded client may contact. */
export interface AddressRules {
  /**
   * Returns whether `host` (no brackets) at `port` may be contacted, given all addresses that it resolves to. One
   * forbidden address forbids the host; so does an empty list.
   */
  isPermitted(host: string, port: number, addresses: readonly string[]): boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

interface AllowRule {
  /** Host name of the rule; undefined for a network. */
  readonly host: string | undefined;
  readonly network: Network | undefined;
  /** Port of the rule; undefined for every port. */
  readonly port: number | undefined;
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const WELL_KNOWN_NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

// Services that give credentials to every caller. Most are in forbidden ranges. They are listed because one is not, and
// because an allow-list entry for a host name must not permit them.
const METADATA = new Set(
  [
    '169.254.169.254',
    '169.254.169.253',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:ec2::253',
    'fd00:ec2::23',
    'fd20:ce::254',
  ].map((text) => ipaddr.parse(text).toNormalizedString()),
);

/**
 * Parses the allow-list: host names (`localhost`), `host:port`, addresses and networks (`10.0.0.0/8`). Throws
 * SettingError for any other entry.
 */
export function createAddressRules(allow: readonly string[]): AddressRules {
  const rules = allow.map(parseRule);
  return {
    isPermitted(host, port, addresses) {
      const applicable = rules.filter((rule) => rule.port === undefined || rule.port === port);
      const isNamed = applicable.some((rule) => rule.host === stripTrailingDot(host));
      return addresses.length > 0 && addresses.every((text) => isAddressAllowed(text, isNamed, applicable));
    },
  };
}

function isAddressAllowed(text: string, isNamed: boolean, rules: readonly AllowRule[]): boolean {
  // Looser notations (octal, short forms) would mean another address to the socket.
  if (isIP(text) === 0) return false;
  const address = unwrapAddress(ipaddr.parse(text));
  if (rules.some((rule) => rule.network !== undefined && isInNetwork(address, rule.network))) return true;
  if (METADATA.has(address.toNormalizedString())) return false;
  return isNamed || isPublic(address);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Returns the IPv4 address behind an IPv4-mapped or well-known NAT64 address. */
function unwrapAddress(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(WELL_KNOWN_NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

function isInNetwork(address: Address, network: Network): boolean {
  return address.kind() === network[0].kind() && address.match(network);
}

function parseRule(entry: string): AllowRule {
  const text = entry.trim().toLowerCase();
  if (text.includes('/')) return { host: undefined, network: parseNetwork(text, entry), port: undefined };
  if (isIP(text) !== 0) return { host: undefined, network: parseNetwork(text, entry), port: undefined };
  const parts = /^(\[[^\]]+\]|[^\s:@?#\\]+)(?::(\d{1,5}))?$/.exec(text);
  if (!parts?.[1] || !URL.canParse(`http://${parts[1]}/`)) throw toEntryError(entry);
  const port = parts[2] === undefined ? undefined : Number(parts[2]);
  if (port !== undefined && (port < 1 || port > 65_535)) throw toEntryError(entry);
  const host = stripTrailingDot(stripBrackets(new URL(`http://${parts[1]}/`).hostname));
  if (isIP(host) !== 0) return { host: undefined, network: parseNetwork(host, entry), port };
  return { host, network: undefined, port };
}

function parseNetwork(text: string, entry: string): Network {
  const [base = '', bits] = text.split('/');
  if (isIP(base) === 0) throw toEntryError(entry);
  if (bits === undefined) {
    const address = unwrapAddress(ipaddr.parse(base));
    return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
  }
  if (!/^\d{1,3}$/.test(bits) || !ipaddr.isValidCIDR(text)) throw toEntryError(entry);
  return ipaddr.parseCIDR(text);
}

function toEntryError(entry: string): SettingError {
  return new SettingError(
    'ALLOW_PRIVATE_ADDRESSES',
    `"${entry}" is not a host name, host:port, IP address or network such as 10.0.0.0/8`,
  );
}

/**
 * Returns the network that counts as one client for rate limits. An IPv6 client chooses its addresses from a network of
 * 64 bits, and an IPv4-mapped address is the same client as its IPv4 address.
 */
export function getClientNetwork(text: string): string {
  if (isIP(text) === 0) return text;
  const address = unwrapAddress(ipaddr.parse(text));
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

/** Returns the host of a URL without the brackets of an IPv6 address. */
export function stripBrackets(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}

/** Returns a host name without the trailing dot of an absolute name. */
export function stripTrailingDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}
