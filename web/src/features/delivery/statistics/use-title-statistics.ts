import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlaysReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { creatorPlaysQuery, titlePlaysQuery } from './api.ts';
import { FIRST_PERIOD } from './rules.ts';
import type { CsvFile } from './use-export.ts';

/** A report with the choice of its period. */
export interface Statistics {
  readonly days: number;
  readonly setDays: (days: number) => void;
  readonly data: PlaysReport | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Asks the server for the days and months. */
  readonly readPeriods: () => Promise<CsvFile>;
}

/** The numbers of a title, with the choice of their period. */
export const useTitleStatistics = (id: string) => {
  const api = useApi();
  const [days, setDays] = useState<number>(FIRST_PERIOD);
  const { data, error, refetch } = useQuery(titlePlaysQuery(api, id, days));
  return {
    days,
    setDays,
    // While another period loads, the previous one is shown, but never that of another title.
    data: data?.content_id === id ? data : undefined,
    error,
    retry: () => void refetch(),
    readPeriods: () => api.call('plays.export-title', { params: { id }, query: { days } }),
  } satisfies Statistics;
};

/** The numbers of all titles of a creator, with the choice of their period. */
export const useCreatorStatistics = (id: string) => {
  const api = useApi();
  const [days, setDays] = useState<number>(FIRST_PERIOD);
  const { data, error, refetch } = useQuery(creatorPlaysQuery(api, id, days));
  return {
    days,
    setDays,
    data: data?.creator_id === id ? data : undefined,
    error,
    retry: () => void refetch(),
    readPeriods: () => api.call('plays.export-creator', { params: { id }, query: { days } }),
  } satisfies Statistics;
};
