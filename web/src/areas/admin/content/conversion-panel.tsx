import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ConversionStatus } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { allContentQuery } from '../../../features/content/api.ts';
import { CancelButton } from '../../../features/conversion/cancel-button.tsx';
import { ConversionState } from '../../../features/conversion/conversion-state.tsx';
import { PANEL_POLL_MS, isConverting } from '../../../features/conversion/rules.ts';
import { conversionTexts } from '../../../features/conversion/texts.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../../ui/layout/lists/next-page.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from './conversion-panel.module.css';
import { useRequestedPages } from './use-requested-pages.ts';

const texts = conversionTexts.panel;

export interface ConversionPanelProps {
  /** Whether changes of content reach the screen without polling. */
  readonly live: boolean;
  readonly onClose: () => void;
}

type PanelStatus = Exclude<ConversionStatus, 'completed'>;

/** The videos in one state of conversion. While they are not `live`, reloads every three seconds. */
const useConversions = (status: PanelStatus, live: boolean) => {
  const list = useInfiniteQuery({
    ...allContentQuery(useApi(), { content_type: 'video', conversion_status: status }),
    refetchInterval: live ? false : PANEL_POLL_MS,
  });
  const { data, dataUpdatedAt, error, refetch } = list;
  const pages = useRequestedPages(list);
  return {
    status,
    items: data?.pages.flatMap((page) => page.items),
    loadedAt: dataUpdatedAt,
    error: data ? null : error,
    retry: () => void refetch(),
    pages,
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
  const { status, items = [], pages } = conversions;
  const heading = useId();
  if (items.length === 0) return null;
  return (
    <section className={styles['section']} aria-labelledby={heading}>
      <h3 id={heading}>{texts.count(texts.sections[status], items.length, pages.hasNextPage)}</h3>
      <ul className={styles['list']} aria-labelledby={heading}>
        {items.map((content) => (
          <li key={content.id} className={styles['item']}>
            <h4>{content.title}</h4>
            <ConversionState content={content} canRestart />
            {isConverting(content) && <CancelButton content={content} />}
          </li>
        ))}
      </ul>
      <NextPage label={texts.more} list={pages} failed={texts.moreFailed} variant="ghost" />
    </section>
  );
};

const Panel = ({ live }: Pick<ConversionPanelProps, 'live'>) => {
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

/** Video Conversion Management: progress, failures, cancellations and restarts of the videos that are not converted. */
export const ConversionPanel = ({ live, onClose }: ConversionPanelProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={texts.title}
    description={texts.description}
    size="large"
  >
    <Panel live={live} />
  </Dialog>
);
