import { History, Pause, Play, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { HistoryEntry } from '../../../../../lambdas/contract/listening/history.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { paths } from '../../../core/paths.ts';
import { historySettingsQuery } from '../../../features/history/api.ts';
import { HistoryList } from '../../../features/history/history-list.tsx';
import { groupByDay } from '../../../features/history/rules.ts';
import { historyTexts } from '../../../features/history/texts.ts';
import { useHistory, useHistoryChanges } from '../../../features/history/use-history.ts';
import { usePositions } from '../../../features/history/use-positions.ts';
import type { PlayableItem } from '../../../features/player/core/rules.ts';
import { usePlayerState } from '../../../features/player/core/use-player.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Button, buttonClass } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../../ui/layout/lists/load-more.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import styles from './history-screen.module.css';
import { usePlayer } from '../player/use-listener-player.ts';

const ConfirmDialog = lazyPart(
  () => import('../../../ui/overlays/confirm-dialog.tsx'),
  'ConfirmDialog',
  ({ onOpenChange }) => onOpenChange(false),
);

/** The removal that waits for confirmation: one entry, or the whole history. */
type Removal = HistoryEntry | 'all' | null;

/** A history entry as an item for the player, which determines the duration itself. */
const playable = ({ content: { id, title, thumbnail_url, creators, metadata } }: HistoryEntry): PlayableItem => ({
  id,
  title,
  thumbnail_url,
  creators,
  metadata,
  duration: null,
});

const EmptyHistory = ({ paused }: { readonly paused: boolean }) => (
  <EmptyState
    message={paused ? historyTexts.pausedEmpty : historyTexts.pageEmpty}
    icon={<History aria-hidden size={32} />}
  >
    <Link to={paths.streaming} className={buttonClass({ variant: 'secondary' })}>
      {historyTexts.browse}
    </Link>
  </EmptyState>
);

interface EntriesProps {
  readonly history: ReturnType<typeof useHistory>;
  readonly paused: boolean;
  readonly onRemove: (entry: HistoryEntry) => void;
}

/** The history, grouped by day, in each of its states: failed, loading, empty, filled. */
const Entries = ({
  history: { items, error, moreFailed, hasMore, loadingMore, loadMore, retry },
  paused,
  onRemove,
}: EntriesProps) => {
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const clock = useClock();
  const positions = usePositions();
  const days = useMemo(() => groupByDay(items ?? [], new Date(clock.now())), [items, clock]);
  const list = useMemo(() => items?.map(playable) ?? [], [items]);
  useEffect(() => player.extendList(list), [player, list]);

  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (items === undefined) return <LoadingState label={historyTexts.loading} />;
  if (items.length === 0 && !hasMore) return <EmptyHistory paused={paused} />;
  return (
    <>
      <HistoryList
        days={days}
        positions={positions}
        currentId={item?.id ?? null}
        onPlay={(entry) => player.play(playable(entry), { list, tracked: true })}
        onRemove={onRemove}
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

/** The user's watch history, with buttons to pause, remove and clear. */
export const HistoryScreen = () => {
  const history = useHistory();
  const settings = useQuery(historySettingsQuery(useApi()));
  const { remove, clear, pause } = useHistoryChanges();
  const [removal, setRemoval] = useState<Removal>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const pausedAt = settings.data?.paused_at ?? null;

  const onRemoved = () => {
    setRemoval(null);
    // The element that had the focus no longer exists.
    heading.current?.focus();
  };
  const confirmRemoval = () => {
    const options = { onSuccess: onRemoved, onError: () => setRemoval(null) };
    if (removal === 'all') clear.mutate(undefined, options);
    else if (removal) remove.mutate(removal, options);
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
          {history.items !== undefined && history.items.length > 0 && (
            <Button variant="ghost" onClick={() => setRemoval('all')}>
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
      <Entries history={history} paused={pausedAt !== null} onRemove={setRemoval} />
      {removal && (
        <Suspense>
          <ConfirmDialog
            open
            onOpenChange={() => setRemoval(null)}
            title={removal === 'all' ? historyTexts.clearTitle : historyTexts.removeTitle(removal.content.title)}
            description={removal === 'all' ? historyTexts.clearText : historyTexts.removeText}
            action={removal === 'all' ? historyTexts.clearAction : historyTexts.removeAction}
            dangerous
            busy={remove.isPending || clear.isPending}
            onConfirm={confirmRemoval}
          />
        </Suspense>
      )}
    </div>
  );
};
