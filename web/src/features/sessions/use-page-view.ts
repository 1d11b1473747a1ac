import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Purpose } from '../../../../lambdas/contract/people/consent.ts';
import { PAGES, type PageName } from '../../../../lambdas/contract/people/sign-in-events.ts';
import { useApi } from '../../core/api/api-context.tsx';

/** The page of a path, by its first part. */
const pageOf = (pathname: string): PageName => {
  const part = pathname.split('/')[1] || 'home';
  return PAGES.find((page) => page === part) ?? 'other';
};

/**
 * Records that the user loaded the site, once for each load and not for each page after it, if the user allows that
 * (specification, section 4). Without the consent, no request is sent. The server checks it too.
 */
export const usePageView = (allowed: readonly Purpose[] | null): void => {
  const api = useApi();
  const { pathname } = useLocation();
  const isRecorded = useRef(false);
  const isAllowed = allowed?.includes('behavioral') === true;
  const record = useEffectEvent(() => api.call('sessions.record-page-view', { body: { page: pageOf(pathname) } }));
  useEffect(() => {
    if (!isAllowed || isRecorded.current) return;
    isRecorded.current = true;
    // Nothing depends on it; the next load is recorded again.
    record().catch(() => undefined);
  }, [isAllowed]);
};
