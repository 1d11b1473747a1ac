import { History, Pause, Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../lambdas/contract/listening/history.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { paths } from '../../core/paths.ts';
import { historySettingsQuery } from '../../features/history/api.ts';
import { HistoryList } from '../../features/history/history-list.tsx';
import { groupByDay } from '../../features/history/rules.ts';
import { historyTexts } from '../../features/history/texts.ts';
import { useHistory, useHistoryChanges } from '../../features/history/use-history.ts';
import { usePositions } from '../../features/history/use-positions.ts';
import type { PlayableItem } from '../../features/player/core/rules.ts';
import { usePlayerState } from '../../features/player/core/use-player.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../ui/layout/load-more.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import styles from './history-screen.module.css';
import { usePlayer } from './use-listener-player.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
}));

/** What is asked before it is done: one entry, or all of them. */
type Asked = HistoryEntry | 'all' | null;

/** An entry as the player takes it; how long it is the player finds out. */
const playable = ({ content: { id, title, thumbnail_url, creators, metadata } }: HistoryEntry): PlayableItem => ({
  id,
  title,
  thumbnail_url,
  creators,
  metadata,
  duration: null,
});

/** Everything that the person watched, and what they decide about it. */
export const HistoryScreen = () => {
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const clock = useClock();
  const { items, error, moreFailed, hasMore, loadingMore, loadMore, retry } = useHistory();
  const settings = useQuery(historySettingsQuery(useApi()));
  const positions = usePositions();
  const { remove, clear, pause } = useHistoryChanges();
  const [asked, setAsked] = useState<Asked>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const days = useMemo(() => groupByDay(items ?? [], new Date(clock.now())), [items, clock]);
  const list = useMemo(() => items?.map(playable) ?? [], [items]);
  const pausedAt = settings.data?.paused_at ?? null;
  useEffect(() => player.extendList(list), [player, list]);

  /** What had the focus is gone with it. */
  const done = () => {
    setAsked(null);
    heading.current?.focus();
  };
  const confirmed = () => {
    if (asked === 'all') clear.mutate(undefined, { onSuccess: done, onError: () => setAsked(null) });
    else if (asked) remove.mutate(asked, { onSuccess: done, onError: () => setAsked(null) });
  };
  const content = () => {
    if (error) return <ErrorState message={error.message} onRetry={retry} />;
    if (items === undefined) return <LoadingState label={historyTexts.loading} />;
    if (items.length === 0 && !hasMore) {
      return (
        <EmptyState
          message={pausedAt === null ? historyTexts.pageEmpty : historyTexts.pausedEmpty}
          icon={<History aria-hidden size={32} />}
        >
          <Link to={paths.streaming} className={buttonClass({ variant: 'secondary' })}>
            {historyTexts.browse}
          </Link>
        </EmptyState>
      );
    }
    return (
      <>
        <HistoryList
          days={days}
          positions={positions}
          currentId={item?.id ?? null}
          onPlay={(entry) => player.play(playable(entry), { list, tracked: true })}
          onRemove={setAsked}
        />
        {hasMore && (
          <LoadMore
            label={historyTexts.loadMore}
            busyLabel={historyTexts.loadingMore}
            busy={loadingMore}
            failure={moreFailed ? historyTexts.moreFailed : null}
            onMore={loadMore}
          />
        )}
      </>
    );
  };
  return (
    <div className={styles['screen']}>
      <PageTitle title={historyTexts.pageTitle} />
      <div className={styles['head']}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {historyTexts.pageTitle}
          </h1>
          <p className={styles['lead']}>{historyTexts.lead}</p>
        </div>
        <div className={styles['actions']}>
          {settings.data && (
            <Button variant="secondary" busy={pause.isPending} onClick={() => pause.mutate(pausedAt === null)}>
              {pausedAt === null ? <Pause aria-hidden size={18} /> : <Play aria-hidden size={18} />}
              {pausedAt === null ? historyTexts.pause : historyTexts.resume}
            </Button>
          )}
          {items !== undefined && items.length > 0 && (
            <Button variant="ghost" onClick={() => setAsked('all')}>
              <Trash2 aria-hidden size={18} />
              {historyTexts.clear}
            </Button>
          )}
        </div>
      </div>
      {pausedAt !== null && (
        <Notice tone="warning" title={historyTexts.pausedTitle(formatMoment(pausedAt))}>
          <p>{historyTexts.pausedText}</p>
        </Notice>
      )}
      {content()}
      {asked && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setAsked(null)}
            title={asked === 'all' ? historyTexts.clearTitle : historyTexts.removeTitle(asked.content.title)}
            description={asked === 'all' ? historyTexts.clearText : historyTexts.removeText}
            action={asked === 'all' ? historyTexts.clearAction : historyTexts.removeAction}
            dangerous
            busy={remove.isPending || clear.isPending}
            onConfirm={confirmed}
          />
        </Suspense>
      )}
    </div>
  );
};
