import { createSocket } from 'node:dgram';
import { decode, encode } from 'dns-packet';

/** A DNS server over UDP that answers questions for TXT records. */
export interface DnsServer {
  /** Address for DNS_SERVERS. */
  readonly address: string;
  /** Texts by name; each list is one record in parts. Other names do not exist. */
  readonly records: Map<string, string[][]>;
  /** Requested names. */
  readonly asked: string[];
  /** Names without a response. */
  readonly silent: Set<string>;
  close(): Promise<void>;
}

export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[][]>();
  const asked: string[] = [];
  const silent = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = decode(message);
    const name = question.questions?.[0]?.name.toLowerCase() ?? '';
    asked.push(name);
    if (silent.has(name)) return;
    const found = records.get(name);
    const answer = encode({
      type: 'response',
      id: question.id ?? 0,
      // 3 is NXDOMAIN.
      flags: found ? 0x0180 : 0x0180 | 3,
      questions: question.questions ?? [],
      answers: (found ?? []).map((data) => ({ type: 'TXT' as const, name, ttl: 0, data })),
    });
    socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    silent,
    close: () => new Promise<void>((resolve) => void socket.close(() => resolve())),
  };
}
