import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { assemblyOf, type Assembly } from '../../support/stack/assembly.ts';
import { isSoak, rounds } from '../../support/rounds.ts';
import { openCloud, startTestCloud } from '../../support/stack/running-cloud.ts';
import {
  changedAssembly,
  productFunctions,
  templateRoutes,
  withoutVariables,
  type Resources,
  type TemplateFunction,
  type TemplateRoute,
} from '../../support/stack/template-mutations.ts';

// Removes every route and every environment variable from the template, a few at a time, and starts the local cloud
// from the result, as a restart on the same data does.

/** Variables that a function does not require: Node's own, and the log level, which defaults to `info`. */
const OPTIONAL = ['LOG_LEVEL', 'NODE_OPTIONS'];
const NOT_FOUND = { status: 404, body: '{"message":"Not Found"}' };
const FAILED = { status: 500, body: '{"message":"Internal Server Error"}' };

const work = mkdtempSync(join(tmpdir(), 'soundstage-mutations-'));
let assembly: Assembly;
let routes: readonly TemplateRoute[];
let functions: readonly TemplateFunction[];
let token: string;

interface RouteResponse {
  readonly status: number;
  readonly body: string;
}

const call = async (cloud: RunningCloud, { method, path }: TemplateRoute, bearer?: string): Promise<RouteResponse> => {
  const response = await fetch(`${cloud.url}${path}`, {
    method,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  });
  return { status: response.status, body: await response.text() };
};

/** The error of a function that could not be loaded or run, as `/_local/invoke` reports it; '' when it ran. */
const invoke = async (cloud: RunningCloud, folder: string): Promise<string> => {
  const response = await fetch(`${cloud.url}/_local/invoke/${folder}`, { method: 'POST', body: '{}' });
  const { error } = (await response.json()) as { error: { errorMessage: string } | null };
  return error?.errorMessage ?? '';
};

/** Starts the local cloud from the template with a change, runs `look`, and stops the cloud. */
const started = async <T>(
  changes: Readonly<Record<string, (resources: Resources) => void>>,
  look: (cloud: RunningCloud) => Promise<T>,
): Promise<T> => {
  const assemblyDir = changedAssembly(assembly, join(work, 'changed'), changes);
  const cloud = await startTestCloud({ assemblyDir, dataDir: join(work, 'data') });
  try {
    return await look(cloud);
  } finally {
    await cloud.stop();
  }
};

/** Whether the gateway itself asked for a token; functions word it differently. */
const isRejectedByGateway = ({ status, body }: RouteResponse): boolean =>
  status === 401 && body === '{"message":"Unauthorized"}';

/** 'loaded', even when the function fails on an empty event; otherwise the reason it did not load. */
const load = async (cloud: RunningCloud, folder: string): Promise<string> => {
  const reason = await invoke(cloud, folder);
  return (cloud.functions.stats(folder)?.lastInitMs ?? 0) > 0 ? 'loaded' : reason;
};

beforeAll(async () => {
  assembly = await assemblyOf('local');
  routes = templateRoutes(assembly);
  functions = productFunctions(assembly);
});

afterAll(async () => {
  rmSync(work, { recursive: true, force: true });
});

describe('the unchanged template', () => {
  it('has a working route for every endpoint and loads every function', async () => {
    await started({}, async (cloud) => {
      const open = await openCloud(cloud);
      token = await open.person('person');
      open.close();
      for (const route of routes) {
        const [open, signedIn] = [await call(cloud, route), await call(cloud, route, token)];
        expect([route.key, isRejectedByGateway(open), open.body === NOT_FOUND.body]).toEqual([
          route.key,
          route.guarded,
          false,
        ]);
        expect([route.key, signedIn.body]).not.toEqual([route.key, NOT_FOUND.body]);
        // Without keys of Stripe, the calls that need it say so. Its webhook rejects what Stripe did not sign, and
        // calls of scripts need a smart token.
        const failed = signedIn.status >= 500 && !signedIn.body.includes('"billing_unavailable"');
        const rejected = signedIn.status === 401 && !/"(signature|smart_token)_invalid"/.test(signedIn.body);
        expect([route.key, rejected || failed]).toEqual([route.key, false]);
      }
      for (const { folder } of functions) expect([folder, await load(cloud, folder)]).toEqual([folder, 'loaded']);
    });
  });

  it('loads every function without its optional variables', async () => {
    const changes: Record<string, (resources: Resources) => void> = {};
    for (const owner of functions) {
      const before = changes[owner.stack];
      changes[owner.stack] = (resources) => {
        before?.(resources);
        withoutVariables(owner, ...OPTIONAL)(resources);
      };
    }
    await started(changes, async (cloud) => {
      for (const { folder } of functions) expect([folder, await load(cloud, folder)]).toEqual([folder, 'loaded']);
    });
  });
});

/**
 * Groups to remove together, so that fewer starts suffice: every other one, then the rest, so that each is removed once
 * while half of the others stay. `npm run soak` removes them one at a time.
 */
const groupsOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  isSoak ? all.map((one) => [one]) : [0, 1].map((half) => all.filter((_, index) => index % 2 === half));

interface VariableCase {
  readonly owner: TemplateFunction;
  readonly name: string;
}

/**
 * Variables to remove together: at most one of a function, and of every other function, so that the rest of the
 * functions stay unchanged. `npm run soak` removes every variable, one at a time; `npm test` one of each function.
 */
const variableGroups = (cases: readonly VariableCase[]): readonly (readonly VariableCase[])[] => {
  if (isSoak) return groupsOf(cases);
  const selected = functions.flatMap((owner, index) => {
    const own = cases.filter((one) => one.owner === owner);
    // Neighbors in the list have similar variables, and each loses another one.
    return own[index % own.length] ?? [];
  });
  return groupsOf(selected);
};

/**
 * Some functions without a removed variable, those with the fewest checks so far: loading all of them at each start
 * would take a minute.
 */
const unchangedFunctions = (
  group: readonly VariableCase[],
  checks: ReadonlyMap<TemplateFunction, number>,
  limit: number,
): readonly TemplateFunction[] => {
  const owners = new Set(group.map(({ owner }) => owner));
  const count = (one: TemplateFunction): number => checks.get(one) ?? 0;
  const others = functions.filter((other) => !owners.has(other));
  return others.sort((one, other) => count(one) - count(other)).slice(0, limit);
};

/** Changes by stack, from changes of single resources. */
const combined = (
  changes: readonly (readonly [stack: string, change: (resources: Resources) => void])[],
): Readonly<Record<string, (resources: Resources) => void>> =>
  Object.fromEntries(
    [...Map.groupBy(changes, ([stack]) => stack)].map(([stack, all]) => [
      stack,
      (resources) => {
        for (const [, change] of all) change(resources);
      },
    ]),
  );

describe('a template without one thing', () => {
  it('returns 404 on a removed route, and still serves every other', async () => {
    const removedRoutes = new Set<TemplateRoute>();
    const groups = groupsOf(routes);
    rounds('starts of the local cloud without a route', { quick: groups.length, full: routes.length });
    for (const group of groups) {
      const changes = combined(
        group.map(({ stack, id }) => [stack, (resources) => void delete resources[id]] as const),
      );
      await started(changes, async (cloud) => {
        for (const route of group) {
          expect([route.key, await call(cloud, route, token)]).toEqual([route.key, NOT_FOUND]);
          removedRoutes.add(route);
        }
        for (const other of routes.filter((one) => !group.includes(one))) {
          const response = await call(cloud, other);
          expect([other.key, isRejectedByGateway(response), response.body === NOT_FOUND.body]).toEqual([
            other.key,
            other.guarded,
            false,
          ]);
        }
      });
    }
    expect(removedRoutes.size).toBe(Object.keys(endpoints).length);
    console.log(`routes: ${removedRoutes.size} of ${routes.length}`);
  });

  it('fails in exactly the function whose variable is removed, and names the variable', async () => {
    const cases = functions.flatMap((owner) =>
      owner.variables.filter((name) => !OPTIONAL.includes(name)).map((name) => ({ owner, name })),
    );
    const checks = new Map<TemplateFunction, number>();
    const groups = variableGroups(cases);
    const count = rounds('removed variables', { quick: groups.flat().length, full: cases.length });
    // Twice as many as are needed to check each one once.
    const unchanged = Math.ceil((2 * functions.length) / groups.length);
    let seen = 0;
    for (const [turn, group] of groups.entries()) {
      const changes = combined(group.map(({ owner, name }) => [owner.stack, withoutVariables(owner, name)] as const));
      await started(changes, async (cloud) => {
        for (const { owner, name } of group) {
          const route = routes.find(({ folder }) => folder === owner.folder);
          if (route) expect([route.key, name, await call(cloud, route, token)]).toEqual([route.key, name, FAILED]);
          expect([owner.folder, await load(cloud, owner.folder)]).toEqual([
            owner.folder,
            `Missing or invalid environment variables: ${name}`,
          ]);
          seen += 1;
        }
        for (const other of unchangedFunctions(group, checks, unchanged)) {
          expect([turn, other.folder, await load(cloud, other.folder)]).toEqual([turn, other.folder, 'loaded']);
          checks.set(other, (checks.get(other) ?? 0) + 1);
        }
      });
    }
    expect(seen).toBe(count);
    expect(checks.size).toBe(functions.length);
  });
});
