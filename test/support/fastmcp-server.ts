import { FastMCP } from 'fastmcp';
import { z } from 'zod';

/** A FastMCP server over stdio. */
const server = new FastMCP({ name: 'fast', version: '1.0.0' });
server.addTool({
  name: 'greet',
  description: 'Greets somebody.',
  parameters: z.object({ name: z.string() }),
  execute: async ({ name }) => `Hello ${name}!`,
});
server.addTool({
  name: 'add',
  description: 'Adds numbers.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ content: [{ type: 'text' as const, text: String(a + b) }] }),
});
await server.start({ transportType: 'stdio' });
