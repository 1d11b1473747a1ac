import type { FunctionDefinition } from '../functions/definition.ts';
import type { Functions } from '../functions/functions.ts';
import { AwsError, readBody } from '../aws/service.ts';
import type { Panel } from './panel.ts';
import { type Call, ConsoleError, notFound, type Routes } from './router.ts';

/** Number of runs in the summary of a function. */
const SUMMARY_RUNS = 24;

/** Maximum event size of a synchronous Lambda call, in bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** Shortest text that can be searched for in the output: shorter ones are in every line. */
const MIN_SEARCH_LENGTH = 8;
const MAX_FOUND_LINES = 50;

/** Reads an event of any size that Lambda accepts. @throws ConsoleError */
const readEvent = async ({ request }: Call): Promise<unknown> => {
  const text = await readBody(request, MAX_EVENT_BYTES).then(
    (body) => body.toString('utf8'),
    (error: unknown) => {
      throw error instanceof AwsError ? new ConsoleError(error.status, 'event_too_large', error.message) : error;
    },
  );
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new ConsoleError(400, 'malformed_json', 'The event is not valid JSON');
  }
};

/** Functions with their statistics, the latest runs of each with their output, and manual runs. */
const functionRoutes = (functions: Functions): Routes => {
  const summary = ({ name, folder, memoryMb, timeoutSeconds }: FunctionDefinition) => {
    const runs = functions.executions(name);
    return {
      name,
      folder,
      memoryMb,
      timeoutSeconds,
      ...functions.stats(name),
      lastAt: runs[0]?.startedAt ?? null,
      recent: runs.slice(0, SUMMARY_RUNS).map(({ number, durationMs, initMs, error }) => ({
        number,
        durationMs,
        cold: initMs !== undefined,
        failed: error !== undefined,
      })),
    };
  };
  const requireFunction = ({ names: [name = ''] }: Call): FunctionDefinition => {
    const found = functions.list().find((definition) => definition.folder === name || definition.name === name);
    if (!found) throw notFound('function', name);
    return found;
  };
  return {
    'GET functions': () =>
      functions
        .list()
        .map(summary)
        .sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    'GET functions/{}': (call) => {
      const found = requireFunction(call);
      return { ...summary(found), executions: functions.executions(found.name) };
    },
    /** What the latest runs of all functions printed about something, by its ID, oldest first. */
    'GET output': ({ query }) => {
      const text = query.get('text') ?? '';
      if (text.length < MIN_SEARCH_LENGTH)
        throw new ConsoleError(400, 'invalid_value', `text must have at least ${MIN_SEARCH_LENGTH} characters`);
      return functions
        .list()
        .flatMap(({ name, folder }) =>
          functions
            .executions(name)
            .flatMap(({ startedAt, logs }) =>
              logs.filter((line) => line.includes(text)).map((line) => ({ function: folder, at: startedAt, line })),
            ),
        )
        .sort((a, b) => a.at - b.at)
        .slice(0, MAX_FOUND_LINES);
    },
    'POST invoke/{}': async (call) => {
      const [name = ''] = call.names;
      if (!functions.find(name)) throw notFound('function', name);
      const { payload, error, logs } = await functions.invoke(name, await readEvent(call));
      return { payload: payload ?? null, error: error ?? null, logs };
    },
  };
};

/** The section of functions. Its numbers are all runs and the failed ones. */
export const functionPanel = (functions: Functions): Panel => ({
  id: 'functions',
  routes: functionRoutes(functions),
  overview() {
    const all = functions.list().flatMap(({ name }) => functions.stats(name) ?? []);
    return {
      invocations: all.reduce((sum, { invocations }) => sum + invocations, 0),
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
    };
  },
});
