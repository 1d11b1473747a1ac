import { Clapperboard } from 'lucide-react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { BulkBar, type BulkActionKind } from '../../../features/bulk/bulk-bar.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { ContentList, ContentSkeleton } from '../../../features/content/content-list.tsx';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { useConversionAnnouncement } from '../../../features/conversion/use-conversion-announcement.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { NextPage } from '../../../ui/layout/lists/next-page.tsx';
import { ContentItem } from './content-item.tsx';
import styles from './content-tab.module.css';
import { useContentPages } from './use-content-pages.ts';
import { MAX_SELECTED, useSelectMatching } from './use-select-matching.ts';

export interface ContentTabProps {
  readonly filter: ContentFilter;
  /** Whether changes of content reach this screen without polling. */
  readonly live: boolean;
  readonly emptyText: string;
  /** Clears search and filters; undefined while none are set. */
  readonly onReset: (() => void) | undefined;
  readonly canEdit: boolean;
  /** Ids of the items selected for a bulk action. */
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onAct: (kind: BulkActionKind) => void;
  readonly onPlay: (content: ContentView) => void;
  readonly onEdit: (content: ContentView) => void;
  readonly onDelete: (content: ContentView) => void;
}

const EmptyTab = ({ emptyText, onReset }: Pick<ContentTabProps, 'emptyText' | 'onReset'>) => (
  <EmptyState message={emptyText} icon={<Clapperboard aria-hidden size={36} />}>
    {onReset && (
      <Button variant="secondary" onClick={onReset}>
        {contentTexts.toolbar.reset}
      </Button>
    )}
  </EmptyState>
);

/** Ids of the items that can be selected, up to the limit of one job. */
const selectableIds = (items: readonly ContentView[]): ReadonlySet<string> =>
  new Set(
    items
      .filter(({ removal }) => !removal)
      .map(({ id }) => id)
      .slice(0, MAX_SELECTED),
  );

/** One tab of content management: the items that match its filter, and the bar for bulk actions. */
export const ContentTab = ({
  filter,
  live,
  emptyText,
  onReset,
  canEdit,
  selected,
  onSelect,
  onAct,
  onPlay,
  onEdit,
  onDelete,
}: ContentTabProps) => {
  const { show } = useToast();
  const { items, loaded, error, retry, pages } = useContentPages(filter, live);
  const announcement = useConversionAnnouncement(items);
  const { matching, selectMatching } = useSelectMatching(filter, onSelect);

  const toggle = (id: string, isSelected: boolean) => {
    if (isSelected && selected.size >= MAX_SELECTED)
      show({ title: bulkTexts.selected(selected.size), description: bulkTexts.most(MAX_SELECTED) });
    else onSelect(new Set(isSelected ? [...selected, id] : [...selected].filter((other) => other !== id)));
  };

  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!loaded) return <ContentSkeleton />;
  if (items.length === 0 && !pages.hasNextPage) return <EmptyTab emptyText={emptyText} onReset={onReset} />;
  return (
    <div className={styles['tab']}>
      <ContentList>
        {items.map((content) => (
          <ContentItem
            key={content.id}
            content={content}
            canEdit={canEdit}
            inReview={filter.status === 'pending'}
            selected={selected.has(content.id)}
            onSelect={(isSelected) => toggle(content.id, isSelected)}
            onPlay={() => onPlay(content)}
            onEdit={() => onEdit(content)}
            onDelete={() => onDelete(content)}
          />
        ))}
      </ContentList>
      <NextPage label={contentTexts.loadMore} list={pages} failed={contentTexts.loadMoreFailed} />
      {canEdit && selected.size > 0 && (
        <BulkBar
          count={selected.size}
          matching={matching}
          onSelectShown={() => onSelect(selectableIds(items))}
          onSelectMatching={selectMatching}
          onClear={() => onSelect(new Set())}
          onAct={onAct}
        />
      )}
      <PageAnnouncer message={announcement} />
    </div>
  );
};
