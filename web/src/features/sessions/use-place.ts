import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Purpose } from '../../../../lambdas/contract/people/consent.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { readPlace } from '../../lib/place.ts';
import { sessionsQuery } from './api.ts';

/** The purposes that a place needs (specification, section 5). The server checks them too. */
const NEEDED: readonly Purpose[] = ['analytics', 'functional'];

/** Records the approximate place of this session, once, if its user allows that. Without both purposes, asks no one. */
export const usePlace = (allowed: readonly Purpose[] | null): void => {
  const api = useApi();
  // Loaded by the check of the sessions.
  const { data } = useQuery({ ...sessionsQuery(api), enabled: false });
  const own = data?.items.find(({ current }) => current);
  const isWanted = own?.place === null && NEEDED.every((purpose) => allowed?.includes(purpose));
  const record = useEffectEvent(async () => {
    const place = await readPlace();
    if (place) await api.call('sessions.record-place', { body: place });
  });
  useEffect(() => {
    // The list of sessions then simply shows no place; the next visit asks again.
    if (isWanted) record().catch(() => undefined);
  }, [isWanted]);
};
