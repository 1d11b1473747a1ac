import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Me } from '../../../../lambdas/contract/people/account.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { roleNames } from '../../core/auth/role-names.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { meQuery } from '../../core/auth/me-query.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatLongDate } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import styles from './profile-dialog.module.css';
import { profileTexts } from './texts.ts';

/** Maximum length of a name in the contract. */
const MAX_NAME = 200;

const ProfileForm = ({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [name, setName] = useState(me.full_name);
  useUnsavedChanges(name !== me.full_name);
  const save = useMutation({
    mutationFn: () => api.call('account.update-me', { body: { full_name: name } }),
    onSuccess: (saved) => {
      queries.setQueryData(meQuery(api).queryKey, saved);
      show({ title: profileTexts.savedTitle, description: profileTexts.savedText });
      onClose();
    },
    onError: () =>
      show({ title: profileTexts.failedTitle, description: profileTexts.failedText, variant: 'destructive' }),
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <dl className={styles['facts']}>
        <div>
          <dt>{profileTexts.role}</dt>
          <dd>
            <Badge>{roleNames[me.role]}</Badge>
          </dd>
        </div>
        <div>
          <dt>{profileTexts.plan}</dt>
          <dd>
            <Badge>{me.plan}</Badge>
          </dd>
        </div>
        <div>
          <dt>{profileTexts.memberSince}</dt>
          <dd>{formatLongDate(me.created_at)}</dd>
        </div>
      </dl>
      <TextField
        label={profileTexts.fullName}
        autoComplete="name"
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField label={profileTexts.email} hint={profileTexts.emailNote} value={me.email} disabled readOnly />
      <div className={styles['actions']}>
        <DialogCancel>{profileTexts.cancel}</DialogCancel>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? profileTexts.saving : profileTexts.save}
        </Button>
      </div>
    </form>
  );
};

/** The user's account, with a form to change the name, and the sections of other features. */
export const ProfileDialog = ({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) => {
  const { me, meError, retry } = useAuth();
  return (
    <Dialog open onOpenChange={onClose} title={profileTexts.title} description={profileTexts.description}>
      {me ? (
        <>
          <ProfileForm me={me} onClose={onClose} />
          {children}
        </>
      ) : meError ? (
        <ErrorState message={meError.message} onRetry={retry} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
};
