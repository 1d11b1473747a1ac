import { useId, useState } from 'react';
import type { ReportedPlaylistView } from '../../../../lambdas/contract/admin/moderation.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { reportReasons } from '../../core/reports/report-reasons.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { formatLongDate } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { HideButton } from './hide-button.tsx';
import styles from './moderation.module.css';
import { PlaylistFacts } from './playlist-facts.tsx';
import { ReportList } from './report-list.tsx';
import { moderationTexts as texts } from './texts.ts';
import { useDecision } from './use-decision.ts';

const DismissButton = ({ reported }: { readonly reported: ReportedPlaylistView }) => {
  const { playlist, revision } = reported;
  const { show } = useToast();
  /** The revision when the confirmation opened; null while it is closed. Newer reports are not dismissed with it. */
  const [confirming, setConfirming] = useState<number | null>(null);
  const close = () => setConfirming(null);
  const { decide, busy } = useDecision(playlist, close);
  const dismiss = async (seen: number): Promise<void> => {
    const failure = await decide({ kind: 'dismiss', revision: seen });
    if (failure === null) return;
    close();
    show({ title: texts.failed, description: failure, variant: 'destructive' });
  };
  return (
    <>
      <Button variant="ghost" aria-label={texts.dismissLabel(playlist.title)} onClick={() => setConfirming(revision)}>
        {texts.dismiss}
      </Button>
      {confirming !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={texts.dismissTitle(playlist.title)}
          description={texts.dismissText}
          action={texts.dismiss}
          busy={busy}
          onConfirm={() => void dismiss(confirming)}
        />
      )}
    </>
  );
};

/** A reported playlist with its reports and the decisions about it. */
export const ReportedItem = ({ reported }: { readonly reported: ReportedPlaylistView }) => {
  const { playlist, report_count: count, reasons, first_reported_at: first } = reported;
  const isOwn = useAuth().me?.id === playlist.owner.id;
  const [isOpen, setOpen] = useState(false);
  const reportsId = useId();
  return (
    <li className={styles['row']}>
      <div className={styles['about']}>
        <PlaylistFacts playlist={playlist} />
        <p className={styles['counts']}>
          <Badge tone="warning">{texts.reports(count)}</Badge>
          {reasons.map(({ reason, count: times }) => (
            <Badge key={reason} tone="outline">
              {texts.countOf(reportReasons[reason], times)}
            </Badge>
          ))}
        </p>
        <p className={styles['facts']}>{texts.since(formatLongDate(first))}</p>
        {isOwn && <p className={styles['facts']}>{texts.own}</p>}
      </div>
      <div className={styles['buttons']}>
        <Button
          variant="secondary"
          aria-label={texts.readReportsOf(playlist.title)}
          aria-expanded={isOpen}
          aria-controls={reportsId}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.readReports}
        </Button>
        {!isOwn && (
          <>
            <HideButton playlist={playlist} named />
            <DismissButton reported={reported} />
          </>
        )}
      </div>
      <div id={reportsId} className={styles['opened']} hidden={!isOpen}>
        {isOpen && <ReportList id={playlist.id} title={playlist.title} />}
      </div>
    </li>
  );
};
