import type { FunctionDefinition } from '../functions/definition.ts';
import type { Functions } from '../functions/functions.ts';
import { type Call, notFound, type Routes } from './router.ts';

/** Number of runs in the summary of a function. */
const SUMMARY_RUNS = 24;

/** Functions with their statistics, and the latest runs of each with their output. */
export const functionRoutes = (functions: Functions): Routes => {
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
  };
};
