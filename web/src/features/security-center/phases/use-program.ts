import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { PROGRAM_KEY, programQuery } from '../api.ts';

/** Milliseconds between two looks for the result of a requested check, and their number: the check takes a minute. */
const POLL_MS = 5_000;
const MAX_POLLS = 24;

/** A requested check: the time of the one before it, and how often the program was loaded before. */
interface Awaited {
  readonly before: string | null;
  readonly loads: number;
}

/** The program. After `awaitCheck`, it is polled until the result of the requested check is there, for two minutes. */
export const useProgram = () => {
  const queries = useQueryClient();
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  const isAwaited = (at: string | null, loads: number): boolean =>
    awaited !== null && at === awaited.before && loads - awaited.loads < MAX_POLLS;
  const loadsNow = (): number => queries.getQueryState(PROGRAM_KEY)?.dataUpdateCount ?? 0;
  const query = useQuery({
    ...programQuery(useApi()),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isAwaited(data?.last_check?.at ?? null, dataUpdateCount) ? POLL_MS : false,
  });
  const last = query.data?.last_check?.at ?? null;
  return {
    query,
    running: isAwaited(last, loadsNow()),
    awaitCheck: () => setAwaited({ before: last, loads: loadsNow() }),
  };
};
