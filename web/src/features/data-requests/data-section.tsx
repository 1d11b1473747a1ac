import { useState } from 'react';
import type { DataRequest } from '../../../../lambdas/contract/people/data-requests.ts';
import { useClock } from '../../core/clock-context.tsx';
import { formatLongDate } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import styles from './data-requests.module.css';
import { dataRequestTexts as texts } from './texts.ts';
import { useDataRequests } from './use-data-requests.ts';

/** The newest export that is being made or can be downloaded. */
const currentExport = (items: readonly DataRequest[], now: number): DataRequest | undefined =>
  items.find(
    ({ request_type: type, status, expires_at: until }) =>
      type === 'export' &&
      (status === 'pending' || status === 'processing' || (until !== null && Date.parse(until) > now)),
  );

/** Where users export their data and delete their account. */
export const DataSection = () => {
  const clock = useClock();
  const { list, ask, download } = useDataRequests();
  const [confirming, setConfirming] = useState(false);
  const content = () => {
    if (!list.data)
      return list.error ? (
        <ErrorState message={texts.loadFailed} onRetry={() => void list.refetch()} />
      ) : (
        <LoadingState />
      );
    const current = currentExport(list.data.items, clock.now());
    const isMade = current?.status === 'completed';
    const asksExport = ask.isPending && ask.variables === 'export';
    return (
      <>
        <p>{texts.exportLead}</p>
        <div aria-live="polite">
          {current && <p>{isMade ? texts.ready(formatLongDate(current.expires_at ?? '')) : texts.making}</p>}
        </div>
        {isMade && (
          <Button busy={download.isPending} onClick={() => download.mutate(current.id)}>
            {texts.download}
          </Button>
        )}
        {(!current || isMade) && (
          <Button variant="secondary" busy={asksExport} onClick={() => ask.mutate('export')}>
            {texts.askExport}
          </Button>
        )}
        {list.data.held_since !== null && (
          <Notice tone="warning" title={texts.heldTitle}>
            <p>{texts.heldText(formatLongDate(list.data.held_since))}</p>
          </Notice>
        )}
        <p>{texts.eraseLead}</p>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {texts.askErasure}
        </Button>
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="data-heading">
      <h3 id="data-heading">{texts.title}</h3>
      {content()}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={texts.confirmTitle}
        description={list.data?.held_since ? texts.confirmHeldText : texts.confirmText}
        action={texts.confirm}
        cancel={texts.keep}
        dangerous
        busy={ask.isPending}
        onConfirm={() => ask.mutate('erasure', { onSettled: () => setConfirming(false) })}
      />
    </section>
  );
};
