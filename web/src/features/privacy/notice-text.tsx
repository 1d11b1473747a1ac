import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { noticeQuery } from './consent-api.ts';
import styles from './consent-section.module.css';
import { consentTexts as texts } from './consent-texts.ts';

const Text = ({ hash }: { readonly hash: string }) => {
  const { data: notice, error, refetch } = useQuery(noticeQuery(useApi(), hash));
  if (!notice)
    return error ? <ErrorState message={texts.noticeFailed} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <div className={styles['text']} lang={notice.language}>
      <p>{notice.lead}</p>
      <dl>
        {notice.purposes.map(({ name, title, text }) => (
          <div key={name}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>{notice.changeLater}</p>
      <p>{notice.retention}</p>
    </div>
  );
};

/** The text that the user decided about, by its version and hash. Loaded when it is opened. */
export const NoticeText = ({ version, hash }: { readonly version: number; readonly hash: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles['note']} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{texts.notice(version, hash)}</summary>
      {isOpen && <Text hash={hash} />}
    </details>
  );
};
