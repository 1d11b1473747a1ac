import { Suspense, useCallback } from 'react';
import { useBlocker, type BlockerFunction } from 'react-router';
import { lazyPart } from '../lazy-part.tsx';
import { hasUnsavedChanges } from './unsaved-changes.ts';

const DiscardDialog = lazyPart(
  () => import('../../ui/overlays/discard-dialog.tsx'),
  'DiscardDialog',
  ({ onStay }) => onStay(),
);

/**
 * Asks before a navigation discards the input of a form. Within a page, only Back and Forward can close a form: one
 * that opened in the history entry that is left.
 */
export const UnsavedGuard = () => {
  const shouldBlock = useCallback<BlockerFunction>(({ currentLocation, nextLocation, historyAction }) => {
    if (currentLocation.pathname !== nextLocation.pathname) return hasUnsavedChanges();
    return historyAction === 'POP' && hasUnsavedChanges(currentLocation.key);
  }, []);
  const blocker = useBlocker(shouldBlock);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <DiscardDialog onStay={blocker.reset} onDiscard={blocker.proceed} />
    </Suspense>
  );
};
