import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { ConversionStatus } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useLiveTopic } from '../../../core/live/live-context.tsx';
import { allContentQuery } from '../../../features/content/api.ts';
import { ConversionState } from '../../../features/conversion/conversion-state.tsx';
import { PANEL_POLL_MS } from '../../../features/conversion/rules.ts';
import { conversionTexts } from '../../../features/conversion/texts.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../../ui/layout/next-page.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './conversion-panel.module.css';

const texts = conversionTexts.panel;

type PanelStatus = Exclude<ConversionStatus, 'completed'>;

/** The videos in one state of conversion. Reloads on live events; without a live connection, every three seconds. */
const useConversions = (status: PanelStatus, live: boolean) => {
  const { data, dataUpdatedAt, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery({
      ...allContentQuery(useApi(), { content_type: 'video', conversion_status: status }),
      refetchInterval: live ? false : PANEL_POLL_MS,
    });
  return {
    status,
    items: data?.pages.flatMap((page) => page.items),
    loadedAt: dataUpdatedAt,
    error: data ? null : error,
    retry: () => void refetch(),
    hasMore: hasNextPage,
    loadMore: () => void fetchNextPage(),
    loadingMore: isFetchingNextPage,
    moreFailed: isFetchNextPageError,
  };
};

type Conversions = ReturnType<typeof useConversions>;

/** A video that changes its state while the lists load can be in two of them. Keeps it in the one that loaded last. */
const withoutOutdated = (lists: readonly Conversions[]): readonly Conversions[] => {
  const newestFirst = lists.toSorted((one, other) => other.loadedAt - one.loadedAt);
  return lists.map((list) => {
    const newer = new Set(
      newestFirst.slice(0, newestFirst.indexOf(list)).flatMap(({ items = [] }) => items.map(({ id }) => id)),
    );
    return { ...list, items: list.items?.filter(({ id }) => !newer.has(id)) };
  });
};

const Section = ({ conversions }: { readonly conversions: Conversions }) => {
  const { status, items = [], hasMore, loadMore, loadingMore, moreFailed } = conversions;
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={heading}>
      <h3 id={heading}>{texts.count(texts.sections[status], items.length, hasMore)}</h3>
      <ul className={styles['list']} aria-labelledby={heading}>
        {items.map((content) => (
          <li key={content.id} className={styles['item']}>
            <h4>{content.title}</h4>
            <ConversionState content={content} canRestart />
          </li>
        ))}
      </ul>
      <NextPage
        label={texts.more}
        exists={hasMore}
        busy={loadingMore}
        failure={moreFailed ? texts.moreFailed : null}
        onLoad={loadMore}
        variant="ghost"
      />
    </section>
  );
};

const Panel = () => {
  const queries = useQueryClient();
  const live = useLiveTopic(liveTopics.content, () => void invalidateContent(queries));
  const sections = withoutOutdated([
    useConversions('processing', live),
    useConversions('pending', live),
    useConversions('failed', live),
  ]);
  const broken = sections.find(({ error }) => error !== null);
  if (broken?.error)
    return <ErrorState message={broken.error.message} onRetry={() => sections.forEach(({ retry }) => retry())} />;
  if (sections.some(({ items }) => items === undefined)) return <LoadingState label={texts.loading} />;
  if (sections.every(({ items }) => items?.length === 0)) return <p role="status">{texts.empty}</p>;
  return (
    <div className={styles['sections']}>
      {sections.map((conversions) => (
        <Section key={conversions.status} conversions={conversions} />
      ))}
    </div>
  );
};

/** Video Conversion Management: progress, failures and restarts of the videos that are not converted. */
export const ConversionPanel = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={texts.title}
    description={texts.description}
    size="large"
  >
    <Panel />
  </Dialog>
);
