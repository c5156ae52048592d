import { describe, expect, it } from 'vitest';
import { type Openers, openAll } from '../../src/platform/lifecycle.ts';
import { openServices } from '../../src/services.ts';

interface Some {
  readonly config: string;
  readonly database: string;
  readonly api: string;
  readonly mail: string;
}

/** Records opens and closes. `api` depends on `database`, which depends on `config`. */
function openFakeServices(broken: { readonly opening?: keyof Some; readonly closing?: keyof Some } = {}) {
  const notes: string[] = [];
  const part =
    (name: keyof Some, under?: keyof Some): Openers<Some>[keyof Some] =>
    async ({ open: need, onClose: closing }) => {
      if (under) await need(under);
      notes.push(`open ${name}`);
      closing(() => {
        notes.push(`close ${name}`);
        if (broken.closing === name) throw new Error(`${name} is stuck`);
      });
      if (broken.opening === name) throw new Error(`no ${name}`);
      return name;
    };
  const openers = {
    config: part('config'),
    database: part('database', 'config'),
    api: part('api', 'database'),
    mail: part('mail'),
  };
  const note = (details: object, message: string) =>
    notes.push(`${(details as { service: string }).service}: ${message}`);
  const open = <N extends keyof Some>(...names: N[]) =>
    openAll<Some, N>(openers, names, { debug: note, info: note, warn: note, error: note });
  return { notes, open };
}

describe('the services of a process', () => {
  it('are opened on demand with their dependencies, each once, and closed in reverse order', async () => {
    const { notes, open } = openFakeServices();
    {
      await using services = await open('database', 'api');
      expect(services).toMatchObject({ database: 'database', api: 'api' });
      expect(notes).toEqual(['open config', 'open database', 'open api']);
    }
    expect(notes.slice(3)).toEqual(['close api', 'close database', 'close config']);
  });

  it('are closed again, including a half-open one, when one of them fails to open', async () => {
    const { notes, open } = openFakeServices({ opening: 'api' });
    await expect(open('mail', 'api', 'database')).rejects.toThrow('no api');
    expect(notes.slice(4)).toEqual(['close api', 'close database', 'close config', 'close mail']);
  });

  it('are all closed although one of them fails to, which is logged', async () => {
    const { notes, open } = openFakeServices({ closing: 'database' });
    await (await open('api', 'mail'))[Symbol.asyncDispose]();
    expect(notes.slice(4)).toEqual([
      'close mail',
      'close api',
      'close database',
      'database: could not close a service',
      'close config',
    ]);
  });

  it('report why they did not open even if one also fails to close', async () => {
    const { notes, open } = openFakeServices({ opening: 'database', closing: 'database' });
    await expect(open('database')).rejects.toThrow('no database');
    expect(notes.slice(2)).toEqual(['close database', 'database: could not close a service', 'close config']);
  });

  it('do not include a database that nothing requests', async () => {
    await using services = await openServices('command', ['config', 'http', 'resolver']);
    expect(Object.keys(services)).toEqual(['config', 'http', 'resolver']);
  });
});
