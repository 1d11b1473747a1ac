import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ResponseState, SecurityResponse } from '../../../../../lambdas/contract/admin/security-responses.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { formatZonedTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { RESPONSES_KEY, responsesQuery, useSecurityChanges } from '../api.ts';
import styles from '../security-center.module.css';
import { responseTexts as texts, securityCenterTexts } from '../texts.ts';
import { SecuritySettingsSection } from './settings-form.tsx';

const UndoDialog = lazyPart(
  () => import('./undo-dialog.tsx'),
  'UndoDialog',
  ({ onClose }) => onClose(),
);

const { actions, rules, subjects } = securityCenterTexts;

const tones: Readonly<Record<ResponseState, BadgeTone>> = {
  active: 'warning',
  done: 'success',
  expired: 'outline',
  undone: 'outline',
  failed: 'danger',
};

const userOf = ({ user_id: id, user_name: name }: SecurityResponse): string => {
  if (id === null) return texts.noUser;
  return name ?? subjects.deletedUser;
};

/** When it ends or would have ended; null for an action that is over at once. */
const endOf = ({ state, expires_at: end }: SecurityResponse): string | null => {
  if (end === null) return null;
  return (state === 'undone' ? texts.ended : texts.until)(formatZonedTime(end));
};

const ResponseItem = ({ response, onUndo }: { readonly response: SecurityResponse; readonly onUndo: () => void }) => {
  const { action, state, undone } = response;
  const by = response.by === null ? texts.automatic : (response.by_name ?? subjects.deletedUser);
  const end = endOf(response);
  return (
    <li className={styles['row']}>
      <div className={styles['head']}>
        <strong>{actions[action]}</strong>
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        <span>{userOf(response)}</span>
      </div>
      <p className={styles['when']}>
        {rules[response.trigger_type]} · {texts.by(by, formatZonedTime(response.created_at))}
      </p>
      {end !== null && <p className={styles['when']}>{end}</p>}
      {undone && (
        <p className={styles['when']}>
          {texts.undoneBy(undone.by_name ?? subjects.deletedUser, formatZonedTime(undone.at))}
        </p>
      )}
      {response.error !== null && <p>{response.error}</p>}
      {state === 'active' && (
        <div className={styles['buttons']}>
          <Button variant="secondary" aria-label={texts.undo.of(actions[action], userOf(response))} onClick={onUndo}>
            {texts.undo.action}
          </Button>
        </div>
      )}
    </li>
  );
};

/** The newest responses to alerts, and what the rules do on their own. */
export const Responses = () => {
  const { refetchInterval } = useSecurityChanges(RESPONSES_KEY);
  const { data, error, refetch } = useQuery({ ...responsesQuery(useApi()), refetchInterval });
  const [undoing, setUndoing] = useState<SecurityResponse | null>(null);
  const items = data?.items ?? [];
  return (
    <div className={styles['tab']}>
      <section className={styles['section']} aria-labelledby="security-responses">
        <h2 id="security-responses">{texts.title}</h2>
        {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
        {error === null && !data && <LoadingState label={texts.loading} />}
        {data && items.length === 0 && <EmptyState message={texts.empty} />}
        {items.length > 0 && (
          <ol className={styles['list']} aria-label={texts.list}>
            {items.map((response) => (
              <ResponseItem key={response.id} response={response} onUndo={() => setUndoing(response)} />
            ))}
          </ol>
        )}
      </section>
      <SecuritySettingsSection />
      <Suspense>{undoing && <UndoDialog response={undoing} onClose={() => setUndoing(null)} />}</Suspense>
    </div>
  );
};
