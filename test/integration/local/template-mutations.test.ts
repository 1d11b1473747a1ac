import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud, type RunningCloud } from '../../../infra/local/boot.ts';
import type { DynamoEngine } from '../../../infra/local/engines/dynamodb/engine.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { assemblyOf, type Assembly } from '../../support/stack/assembly.ts';
import { openSession } from '../../support/stack/session.ts';
import {
  changedAssembly,
  productFunctions,
  templateRoutes,
  withoutVariables,
  type Resources,
  type TemplateFunction,
  type TemplateRoute,
} from '../../support/stack/template-mutations.ts';

/**
 * Removes every route and every environment variable from the template, one at a time, and starts the local cloud from
 * the result, as a restart on the same data does. The database keeps running between the starts: it takes most of a
 * start's time and reads nothing from the template.
 */
const mockDatabase: { engine?: Promise<DynamoEngine> } = {};
jest.mock('../../../infra/local/engines/dynamodb/engine.ts', () => {
  const actual = jest.requireActual<typeof import('../../../infra/local/engines/dynamodb/engine.ts')>(
    '../../../infra/local/engines/dynamodb/engine.ts',
  );
  return {
    createDynamoEngine: async (options: Parameters<typeof actual.createDynamoEngine>[0]) => {
      mockDatabase.engine ??= actual.createDynamoEngine(options);
      return { ...(await mockDatabase.engine), stop: async () => {} };
    },
  };
});

jest.setTimeout(300_000);

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
  const cloud = await startLocalCloud({ assemblyDir, dataDir: join(work, 'data'), port: 0, inMemory: true });
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
  assembly = await assemblyOf('local', join(work, 'assembly'));
  routes = templateRoutes(assembly);
  functions = productFunctions(assembly);
});

afterAll(async () => {
  await (await mockDatabase.engine)?.stop();
  rmSync(work, { recursive: true, force: true });
});

describe('the unchanged template', () => {
  it('has a working route for every endpoint and loads every function', async () => {
    await started({}, async (cloud) => {
      const session = await openSession(cloud.url);
      const person = { username: 'person', email: 'person@example.org', password: 'Soundstage-demo-1' };
      await cloud.cognito.seedUser({ poolId: session.config.userPoolId, ...person });
      token = await session.signIn(person.username, person.password);
      session.close();
      for (const route of routes) {
        const [open, signedIn] = [await call(cloud, route), await call(cloud, route, token)];
        expect([route.key, isRejectedByGateway(open), open.body === NOT_FOUND.body]).toEqual([
          route.key,
          route.guarded,
          false,
        ]);
        expect([route.key, signedIn.body]).not.toEqual([route.key, NOT_FOUND.body]);
        expect([route.key, signedIn.status === 401 || signedIn.status >= 500]).toEqual([route.key, false]);
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

describe('a template without one thing', () => {
  it('returns 404 on a removed route, and still serves every other', async () => {
    let seen = 0;
    for (const route of routes) {
      await started({ [route.stack]: (resources) => void delete resources[route.id] }, async (cloud) => {
        expect([route.key, await call(cloud, route, token)]).toEqual([route.key, NOT_FOUND]);
        for (const other of routes.filter((one) => one !== route)) {
          const response = await call(cloud, other);
          expect([route.key, other.key, isRejectedByGateway(response), response.body === NOT_FOUND.body]).toEqual([
            route.key,
            other.key,
            other.guarded,
            false,
          ]);
        }
      });
      seen += 1;
    }
    expect(seen).toBe(Object.keys(endpoints).length);
    console.log(`routes: ${seen} of ${routes.length}`);
  });

  it('fails in exactly the function whose variable is removed, and names the variable', async () => {
    const cases = functions.flatMap((owner) =>
      owner.variables.filter((name) => !OPTIONAL.includes(name)).map((name) => ({ owner, name })),
    );
    const unharmed = new Set<TemplateFunction>();
    let seen = 0;
    for (const { owner, name } of cases) {
      await started({ [owner.stack]: withoutVariables(owner, name) }, async (cloud) => {
        const route = routes.find(({ folder }) => folder === owner.folder);
        if (route) expect([route.key, name, await call(cloud, route, token)]).toEqual([route.key, name, FAILED]);
        expect([owner.folder, await load(cloud, owner.folder)]).toEqual([
          owner.folder,
          `Missing or invalid environment variables: ${name}`,
        ]);
        // Checking all others each time would take a minute; over the whole run each of them is checked.
        for (const distance of [1, 2]) {
          const other = functions[(functions.indexOf(owner) + seen + distance) % functions.length];
          if (!other || other === owner) continue;
          expect([name, other.folder, await load(cloud, other.folder)]).toEqual([name, other.folder, 'loaded']);
          unharmed.add(other);
        }
      });
      seen += 1;
    }
    expect(unharmed.size).toBe(functions.length);
    console.log(`environment variables: ${seen} of ${cases.length}`);
  });
});
