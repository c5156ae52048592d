import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../drill/random.ts';
import { type Grant, selectGrantsAsJson, toSubjectExpression } from '../../src/access/grants.ts';
import { type SecurableType, toSlots } from '../../src/access/resources.ts';
import { ROLES } from '../../src/access/roles.ts';
import { SECURABLES } from '../../src/access/securables/index.ts';
import type { SubjectType } from '../../src/access/subjects.ts';
import { openWorld, type Tenant, type World } from '../support/client.ts';

const TYPES = Object.keys(SECURABLES) as SecurableType[];
const BELOW = TYPES.filter((type) => type !== 'organization' && type !== 'project');

interface Given {
  readonly resource_type: SecurableType;
  readonly resource_id: string;
  readonly project_id: string | null;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly role: string;
}

interface Thing {
  readonly type: SecurableType;
  readonly id: string;
  readonly projectId: string | null;
}

type Ids = Readonly<Record<string, string>>;

let world: World;
let tenants: Tenant[];
/** Resources that can be named anywhere, each with a type and, below a project, with that project. */
let things: Thing[];

beforeAll(async () => {
  world = openWorld();
  tenants = await Promise.all([world.tenant(), world.tenant()]);
  things = tenants.flatMap(({ orgId, projectId }) => [
    { type: 'organization', id: orgId, projectId: null },
    { type: 'project', id: projectId, projectId: null },
    ...BELOW.map((type) => ({ type, id: randomUUID(), projectId })),
  ]);
});
afterAll(() => world.close());

/** Paths as an attacker would write them: any resource in any position. */
function pathOf(random: Random): Ids {
  const named = TYPES.slice(0, 2).concat(random.pick(BELOW));
  // Mostly the matching resource, so that roles apply as well.
  const fits = (type: SecurableType) => things.filter((thing) => thing.type === type || random.chance(0.2));
  return Object.fromEntries(named.map((type) => [SECURABLES[type].param, random.pick(fits(type)).id]));
}

/** The roles of a subject at a path, from the database. */
async function rolesAt(subject: { type: string; id: string }, ids: Ids): Promise<string[]> {
  const grants = selectGrantsAsJson(toSubjectExpression(subject), toSlots(ids), ids.project_id ?? null);
  const { rows } = await sql<{ grants: Grant[] }>`select ${grants} as grants`.execute(world.db);
  return (rows[0]?.grants ?? []).map(({ type, role }) => `${role} by ${type}`);
}

/** The expected effect of a grant at a path: itself if its resource has the right position and project, else none. */
function worthOf(given: Given, ids: Ids): string[] {
  const isNamed = ids[SECURABLES[given.resource_type].param] === given.resource_id;
  const isHere = given.project_id === null || given.project_id === ids.project_id;
  return isNamed && isHere ? [`${given.role} by ${given.resource_type}`] : [];
}

function roleOn(random: Random, { type, id, projectId }: Thing, to: { type: SubjectType; id: string }): Given {
  const subject = { subject_type: to.type, subject_id: to.id };
  return { resource_type: type, resource_id: id, project_id: projectId, ...subject, role: random.pick(ROLES) };
}

/** Uses a fixed seed; GRANTS_SEED overrides it. */
const SEED = process.env.GRANTS_SEED ?? 'holdfast';

/** Grants the roles, compares the subject's effective roles at some paths with the expected ones, and removes them. */
async function trial(
  random: Random,
  subject: { type: SubjectType; id: string },
  given: readonly Given[],
  counting = given,
): Promise<void> {
  await world.db
    .insertInto('role_grants')
    .values([...given])
    .execute();
  for (let n = 0; n < 5; n++) {
    const ids = pathOf(random);
    const worth = new Set([...counting.flatMap((one) => worthOf(one, ids)), ...worthOfHome(subject, ids)]);
    const said = JSON.stringify({ seed: SEED, given, ids });
    expect(new Set(await rolesAt(subject, ids)), said).toEqual(worth);
  }
  const of = (column: 'subject_id' | 'resource_id') => given.map((one) => one[column]);
  const gone = world.db.deleteFrom('role_grants').where('subject_id', 'in', of('subject_id'));
  await gone.where('resource_id', 'in', of('resource_id')).execute();
}

/** The roles of a project at a path without a grant: editor of itself, client of its organization. */
function worthOfHome(subject: { type: SubjectType; id: string }, ids: Ids): string[] {
  const home = tenants.find(({ projectId }) => subject.type === 'project' && projectId === subject.id);
  if (!home) return [];
  const editor = ids.project_id === home.projectId ? ['editor by project'] : [];
  return [...editor, ...(ids.org_id === home.orgId ? ['client by organization'] : [])];
}

describe('a role', () => {
  it('never applies to a path with its resource under another type, or below another project', async () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 60; n++) {
      const user = { type: 'user' as const, id: randomUUID() };
      await trial(random, user, [roleOn(random, random.pick(things), user)]);
    }
  });

  it('of an organization or a project applies in the same paths, to its members', async () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 60; n++) {
      const user = { type: 'user' as const, id: randomUUID() };
      const group = random.pick(things.filter(({ type }) => type === 'organization' || type === 'project'));
      const belongs = roleOn(random, group, user);
      const other = random.pick(things.filter(({ id }) => id !== group.id));
      const theirs = roleOn(random, other, { type: group.type as SubjectType, id: group.id });
      await trial(random, user, [belongs, theirs]);
      await trial(random, { type: 'user', id: randomUUID() }, [belongs, theirs], []);
    }
  });

  it('of a project that clients act as applies in its own scope and its organization, and where it was granted', async () => {
    const random = createRandom(SEED);
    for (let n = 0; n < 60; n++) {
      const { projectId } = random.pick(tenants);
      const project = { type: 'project' as const, id: projectId };
      await trial(random, project, [roleOn(random, random.pick(things), project)]);
    }
  });
});
