import { describe, expect, it } from 'vitest';
import { type Openers, openAll } from '../../src/platform/lifecycle.ts';
import { openServices } from '../../src/services.ts';

interface Some {
  readonly ground: string;
  readonly wall: string;
  readonly roof: string;
  readonly garden: string;
}

/** A house that notes what is done to it; the roof needs the wall, which needs the ground. */
function house(broken: { readonly opening?: keyof Some; readonly closing?: keyof Some } = {}) {
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
    ground: part('ground'),
    wall: part('wall', 'ground'),
    roof: part('roof', 'wall'),
    garden: part('garden'),
  };
  const note = (details: object, message: string) =>
    notes.push(`${(details as { service: string }).service}: ${message}`);
  const open = <N extends keyof Some>(...names: N[]) =>
    openAll<Some, N>(openers, names, { debug: note, info: note, warn: note, error: note });
  return { notes, open };
}

describe('services', () => {
  it('are opened when they are asked for or needed, each once, and closed in reverse order', async () => {
    const { notes, open } = house();
    {
      await using services = await open('wall', 'roof');
      expect(services).toMatchObject({ wall: 'wall', roof: 'roof' });
      expect(notes).toEqual(['open ground', 'open wall', 'open roof']);
    }
    expect(notes.slice(3)).toEqual(['close roof', 'close wall', 'close ground']);
  });

  it('are closed again, the half open one too, when one of them fails to open', async () => {
    const { notes, open } = house({ opening: 'roof' });
    await expect(open('garden', 'roof', 'wall')).rejects.toThrow('no roof');
    expect(notes.slice(4)).toEqual(['close roof', 'close wall', 'close ground', 'close garden']);
  });

  it('are all closed although one of them fails to, which is logged', async () => {
    const { notes, open } = house({ closing: 'wall' });
    await (await open('roof', 'garden'))[Symbol.asyncDispose]();
    expect(notes.slice(4)).toEqual([
      'close garden',
      'close roof',
      'close wall',
      'wall: could not close a service',
      'close ground',
    ]);
  });

  it('tell why they did not open where one also fails to close', async () => {
    const { notes, open } = house({ opening: 'wall', closing: 'wall' });
    await expect(open('wall')).rejects.toThrow('no wall');
    expect(notes.slice(2)).toEqual(['close wall', 'wall: could not close a service', 'close ground']);
  });

  it('of a process that asks for nothing of the database do without one', async () => {
    await using services = await openServices('command', ['config', 'http', 'resolver']);
    expect(Object.keys(services)).toEqual(['config', 'http', 'resolver']);
  });
});
