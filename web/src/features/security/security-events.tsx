import { Suspense, useState } from 'react';
import { retentionMonths } from '../../../../lambdas/contract/retention.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.events;

const OwnEvents = lazyPart(() => import('./own-events.tsx'), 'OwnEvents', 'inline');

/** All security events of the user's own account. Loaded when it is opened. */
export const SecurityEvents = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles['events']} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{texts.title}</summary>
      <p className={styles['note']}>{texts.lead(retentionMonths('security_events'))}</p>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <OwnEvents />
        </Suspense>
      )}
    </details>
  );
};
