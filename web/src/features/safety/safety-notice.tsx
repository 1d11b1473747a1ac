import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { noticeQuery, refreshSafety } from './api.ts';
import styles from './safety.module.css';
import { categoryNames, safetyTexts } from './texts.ts';

const texts = safetyTexts.notice;
/** Maximum length of an appeal in the contract. */
const MAX_TEXT = 500;

const failureText = (error: Error): string =>
  error instanceof ApiError && error.code === 'version_conflict' ? texts.changed : error.message || texts.failed;

interface AppealProps {
  readonly contentId: string;
  /** Of the verdict that the owner reads. */
  readonly rev: string;
}

const Appeal = ({ contentId, rev }: AppealProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const markSaved = useUnsavedChanges(() => (field.current?.value ?? '') !== '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => api.call('safety.appeal', { params: { id: contentId }, body: { text, rev } }),
    onSuccess: () => {
      markSaved();
      show({ title: texts.sent });
    },
    onSettled: () => refreshSafety(queries),
  });
  const send = () => {
    const text = field.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text === '') field.current?.focus();
    else if (!isPending) mutate(text);
  };
  return (
    <>
      <TextArea
        ref={field}
        label={texts.appealText}
        hint={texts.appealHint}
        rows={2}
        maxLength={MAX_TEXT}
        error={error ? failureText(error) : undefined}
      />
      <div>
        <Button variant="secondary" busy={isPending} onClick={send}>
          {texts.appeal}
        </Button>
      </div>
    </>
  );
};

/** What the analysis found in a title, why staff decided as they did, and the appeal, for the title's owner. */
export const SafetyNoticeSection = ({ contentId }: { readonly contentId: string }) => {
  const { data, error, refetch } = useQuery(noticeQuery(useApi(), contentId));
  const content = () => {
    if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
    if (!data) return <LoadingState label={texts.loading} />;
    return (
      <>
        <p>{texts.text[data.verdict]}</p>
        {data.raised.length > 0 && (
          <p>{texts.found(data.raised.map(({ category }) => categoryNames[category]).join(', '))}</p>
        )}
        {data.decision !== null && <p>{texts.decided(data.decision, data.reason ?? '')}</p>}
        {data.appeal && <p>{texts.appealed(data.appeal.text)}</p>}
        {data.can_appeal && <Appeal contentId={contentId} rev={data.rev} />}
      </>
    );
  };
  return (
    <section className={styles['notice']} aria-labelledby="safety-notice">
      <h3 id="safety-notice">{texts.heading}</h3>
      {content()}
    </section>
  );
};
