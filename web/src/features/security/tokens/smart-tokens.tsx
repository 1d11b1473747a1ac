import { Suspense, useState } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import styles from '../security.module.css';
import { ownTokenTexts as texts } from './texts.ts';

const OwnTokens = lazyPart(() => import('./own-tokens.tsx'), 'OwnTokens', 'inline');

/** The user's own smart tokens. Loaded when they are opened: few users have scripts. */
export const SmartTokens = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles['events']} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{texts.title}</summary>
      <p className={styles['note']}>{texts.lead}</p>
      {isOpen && (
        <Suspense fallback={<LoadingState />}>
          <OwnTokens />
        </Suspense>
      )}
    </details>
  );
};
