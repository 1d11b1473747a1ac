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
});

interface VariableCase {
  readonly owner: TemplateFunction;
  readonly name: string;
}

/** What one template lacks. */
interface Removal {
  readonly routes: readonly TemplateRoute[];
  readonly variables: readonly VariableCase[];
}

/**
 * Parts to remove together, so that fewer starts suffice: a variable of every other function and the routes of the
 * rest, and then the reverse, so that each is removed while half of its kind stays. In each of the `turns`, a function
 * loses another one of its variables.
 */
const removalsOf = (cases: readonly VariableCase[], turns: number): readonly Removal[] =>
  Array.from({ length: 2 * turns }, (_, start) => {
    const [turn, half] = [start >> 1, start % 2];
    const variables = functions.flatMap((owner, index) => {
      const own = cases.filter((one) => one.owner === owner);
      // Neighbors in the list have similar variables, and each loses another one.
      return index % 2 === half ? (own[(index + turn) % own.length] ?? []) : [];
    });
    const owners = new Set(variables.map(({ owner: { folder } }) => folder));
    return { variables, routes: routes.filter(({ folder }) => !owners.has(folder)) };
  });

/**
 * Some functions without a removed variable, those with the fewest checks so far: loading all of them at each start
 * would take a minute.
 */
const otherFunctions = (
  { variables }: Removal,
  checks: ReadonlyMap<TemplateFunction, number>,
  limit: number,
): readonly TemplateFunction[] => {
  const owners = new Set(variables.map(({ owner }) => owner));
  const count = (one: TemplateFunction): number => checks.get(one) ?? 0;
  const others = functions.filter((other) => !owners.has(other));
  return others.sort((one, other) => count(one) - count(other)).slice(0, limit);
};

/** The change of one resource, with its stack. */
type Change = readonly [stack: string, change: (resources: Resources) => void];

/** Changes by stack, from changes of single resources. */
const combined = (changes: readonly Change[]): Readonly<Record<string, (resources: Resources) => void>> =>
  Object.fromEntries(
    [...Map.groupBy(changes, ([stack]) => stack)].map(([stack, all]) => [
      stack,
      (resources) => {
        for (const [, change] of all) change(resources);
      },
    ]),
  );

/** Why a function that a call just started could not be loaded. */
const lastError = (cloud: RunningCloud, folder: string): string | undefined =>
  cloud.functions.executions(folder)[0]?.error?.errorMessage;

it('returns 404 on removed routes, and names the missing variable in exactly the functions without it', async () => {
  const cases = functions.flatMap((owner) =>
    owner.variables.filter((name) => !OPTIONAL.includes(name)).map((name) => ({ owner, name })),
  );
  const removedRoutes = new Set<TemplateRoute>();
  const removedVariables = new Set<VariableCase>();
  const checks = new Map<TemplateFunction, number>();
  const turns = rounds('variables that each function loses, one after another', {
    quick: 1,
    full: Math.max(...[...Map.groupBy(cases, ({ owner }) => owner).values()].map(({ length }) => length)),
  });
  const removals = removalsOf(cases, turns);
  const removed = new Set(removals.flatMap(({ variables }) => variables));
  console.info(`${removals.length} starts of the local cloud; removed variables: ${removed.size} of ${cases.length}`);
  // Twice as many as are needed to check each one once.
  const limit = Math.ceil((2 * functions.length) / removals.length);
  for (const [turn, removal] of removals.entries()) {
    const others = otherFunctions(removal, checks, limit);
    const changes: readonly Change[] = [
      ...removal.routes.map(({ stack, id }): Change => [stack, (resources) => void delete resources[id]]),
      ...removal.variables.map(({ owner, name }): Change => [owner.stack, withoutVariables(owner, name)]),
      ...others.map((owner): Change => [owner.stack, withoutVariables(owner, ...OPTIONAL)]),
    ];
    await started(combined(changes), async (cloud) => {
      for (const one of removal.variables) {
        const { owner, name } = one;
        const message = `Missing or invalid environment variables: ${name}`;
        const route = routes.find((each) => each.folder === owner.folder && !removal.routes.includes(each));
        if (route) expect([route.key, name, await call(cloud, route, token)]).toEqual([route.key, name, FAILED]);
        const reason = route ? lastError(cloud, owner.folder) : await load(cloud, owner.folder);
        expect([owner.folder, reason]).toEqual([owner.folder, message]);
        removedVariables.add(one);
      }
      for (const route of removal.routes) {
        expect([route.key, await call(cloud, route, token)]).toEqual([route.key, NOT_FOUND]);
        removedRoutes.add(route);
      }
      for (const other of routes.filter((one) => !removal.routes.includes(one))) {
        const response = await call(cloud, other);
        expect([other.key, isRejectedByGateway(response), response.body === NOT_FOUND.body]).toEqual([
          other.key,
          other.guarded,
          false,
        ]);
      }
      // They load without their optional variables too.
      for (const other of others) {
        expect([turn, other.folder, await load(cloud, other.folder)]).toEqual([turn, other.folder, 'loaded']);
        checks.set(other, (checks.get(other) ?? 0) + 1);
      }
    });
  }
  expect(removedVariables.size).toBe(removed.size);
  if (isSoak) expect(removed.size).toBe(cases.length);
  expect(removedRoutes.size).toBe(Object.keys(endpoints).length);
  expect(checks.size).toBe(functions.length);
  console.log(`routes: ${removedRoutes.size} of ${routes.length}`);
});
