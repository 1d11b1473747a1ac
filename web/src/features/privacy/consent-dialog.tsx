import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ConsentNotice, PrivacyConsent, Purpose } from '../../../../lambdas/contract/people/consent.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { consentQuery, sendsPrivacyControl, showDecision } from './consent-api.ts';
import styles from './consent-dialog.module.css';
import { consentTexts as texts } from './consent-texts.ts';

type Choice = Readonly<Record<Purpose, boolean>>;

const nothing: Choice = { analytics: false, behavioral: false, functional: false, marketing: false };

const isPurpose = (name: string): name is Purpose => name in nothing;

interface ConsentFormProps {
  readonly consent: PrivacyConsent | null;
  readonly notice: ConsentNotice;
  readonly onClose: () => void;
}

const ConsentForm = ({ consent, notice, onClose }: ConsentFormProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const signal = sendsPrivacyControl();
  const [choice, setChoice] = useState<Choice>({ ...(consent ?? nothing), ...(signal ? { marketing: false } : {}) });
  const save = useMutation({
    mutationFn: () =>
      api.call('privacy.record-privacy-consent', {
        body: {
          p_essential: true,
          p_analytics: choice.analytics,
          p_behavioral: choice.behavioral,
          p_marketing: choice.marketing,
          p_functional: choice.functional,
          notice_hash: notice.hash,
        },
      }),
    onSuccess: async (saved) => {
      show({ title: texts.savedTitle, description: texts.savedText });
      onClose();
      await showDecision(api, queries, saved);
    },
    onError: (error) => {
      const isOutdated = error instanceof ApiError && error.code === 'notice_changed';
      if (isOutdated) void queries.invalidateQueries(consentQuery(api));
      const description = isOutdated ? error.message : texts.failedText;
      show({ title: texts.failedTitle, description, variant: 'destructive' });
    },
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <p>{notice.lead}</p>
      {notice.purposes.map(({ name, title, text }) => {
        if (!isPurpose(name))
          return (
            <SwitchField key={name} label={`${title} (${notice.required})`} hint={text} checked disabled readOnly />
          );
        const isHeld = signal && name === 'marketing';
        return (
          <SwitchField
            key={name}
            label={title}
            hint={isHeld ? `${text} ${texts.signal}` : text}
            checked={choice[name]}
            disabled={isHeld}
            onChange={({ currentTarget: { checked } }) => setChoice((before) => ({ ...before, [name]: checked }))}
          />
        );
      })}
      <p className={styles['note']}>{notice.changeLater}</p>
      <p className={styles['note']}>{notice.retention}</p>
      <p className={styles['note']}>
        <Link to={paths.privacy} target="_blank" rel="noreferrer">
          {texts.policy}
        </Link>
      </p>
      <div className={styles['actions']}>
        <DialogCancel>{texts.cancel}</DialogCancel>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
};

/** Asks what the user allows beyond what is essential. */
export const ConsentDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { data, error, refetch } = useQuery(consentQuery(useApi()));
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={texts.description}>
      {data ? (
        <ConsentForm key={data.notice.hash} {...data} onClose={onClose} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={texts.loading} />
      )}
    </Dialog>
  );
};
