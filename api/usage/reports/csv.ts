import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { escapeFormula } from '../../../src/platform/csv.ts';

const CSV = 'text/csv';

/** Whether the client prefers CSV to JSON. */
export function wantsCsv(request: FastifyRequest): boolean {
  return new Negotiator(request.raw).mediaType(['application/json', CSV]) === CSV;
}

/** Sends rows as CSV with these columns. Values that a spreadsheet would run as formulas are marked as text. */
export async function sendCsv(
  reply: FastifyReply,
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<FastifyReply> {
  const { stringify } = await import('csv-stringify/sync');
  const table = rows.map((row) => columns.map((column) => toCell(row[column])));
  return reply.type('text/csv; charset=utf-8').send(stringify([columns, ...table]));
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return escapeFormula(value instanceof Date ? value.toISOString() : String(value));
}
