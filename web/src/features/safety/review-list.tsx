import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { SafetyOutcome, SafetyReviewCard } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatLongDate } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { reviewsQuery, type ReviewFilter } from './api.ts';
import { ReviewPanel } from './review-panel.tsx';
import { SafetyBadge } from './safety-badge.tsx';
import styles from './safety.module.css';
import { categoryNames, safetyTexts as texts } from './texts.ts';

const OPENER = '[data-review]';

/** Moves the focus to the next or previous title. */
const moveFocus = (list: HTMLElement, from: Element | null, step: 1 | -1): void => {
  const openers = [...list.querySelectorAll<HTMLElement>(OPENER)];
  const row = from?.closest('li[data-row]')?.querySelector<HTMLElement>(OPENER);
  const index = row ? openers.indexOf(row) + step : 0;
  openers[Math.min(Math.max(index, 0), openers.length - 1)]?.focus();
};

/** A title and its place in the list when its review was opened. */
interface Opened {
  readonly card: SafetyReviewCard;
  readonly index: number;
}

/** The list with the title whose review is open: it stays while someone works on it, also when another decided. */
const withOpened = (items: readonly SafetyReviewCard[], opened: Opened | null): readonly SafetyReviewCard[] =>
  opened === null || items.some(({ content_id }) => content_id === opened.card.content_id)
    ? items
    : [...items.slice(0, opened.index), opened.card, ...items.slice(opened.index)];

export interface ReviewListProps extends ReviewFilter {
  /** The title whose review is open. */
  readonly current: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly player: (contentId: string, seconds: number) => ReactNode;
}

/** Titles that wait for a decision. Shortcuts act while the focus is in the list. */
export const ReviewList = ({ list, filter, current, onOpen, player }: ReviewListProps) => {
  const query = useInfiniteQuery(reviewsQuery(useApi(), { list, filter }));
  const [asked, setAsked] = useState<SafetyOutcome | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const element = useRef<HTMLUListElement>(null);
  /** The title that was decided, until the focus has moved on to the next one. */
  const decided = useRef<string | null>(null);
  useEffect(() => {
    const row = element.current?.querySelector(`[data-row="${decided.current}"]`);
    decided.current = null;
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    next?.querySelector<HTMLElement>(OPENER)?.focus();
  }, [current]);
  const { data, error, refetch, hasNextPage } = query;
  const waiting = data?.pages.flatMap((page) => page.items) ?? [];
  const items = withOpened(waiting, current === null ? null : opened);
  const toggle = (id: string) => {
    const index = items.findIndex((card) => card.content_id === id);
    const card = items[index];
    setAsked(null);
    setOpened(card ? { card, index } : null);
    onOpen(id === current ? null : id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
    // Dialogs are part of the list for React, but not on the page.
    if (!currentTarget.contains(target) || target.closest('input, textarea, select')) return;
    const id = target.closest<HTMLElement>('li[data-row]')?.dataset['row'];
    if (key === 'j') moveFocus(currentTarget, target, 1);
    else if (key === 'k') moveFocus(currentTarget, target, -1);
    else if (key === 'o' && id) toggle(id);
    else if ((key === 'a' || key === 'r') && id === current) setAsked(key === 'a' ? 'approved' : 'rejected');
    else return;
    event.preventDefault();
  };
  if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  if (items.length === 0 && !hasNextPage)
    return <EmptyState message={texts.none} icon={<ShieldCheck aria-hidden size={32} />} />;
  const row = (card: SafetyReviewCard) => (
    <li key={card.content_id} className={styles['row']} data-row={card.content_id}>
      <button
        type="button"
        data-review
        className={styles['opener']}
        aria-expanded={card.content_id === current}
        onClick={() => toggle(card.content_id)}
      >
        <strong>{card.title}</strong>
        <span className={styles['badges']}>
          {card.appealed_at !== null && <Badge tone="accent">{texts.appealed}</Badge>}
          <SafetyBadge verdict={card.verdict} decision={null} />
        </span>
      </button>
      <p className={styles['facts']}>
        {[
          ...card.raised.map(({ category }) => categoryNames[category]),
          ...(card.waiting_since === null ? [] : [texts.since(formatLongDate(card.waiting_since))]),
        ].join(' · ')}
      </p>
      {card.content_id === current && (
        <ReviewPanel
          contentId={card.content_id}
          asked={asked}
          onAsk={setAsked}
          onDecided={() => {
            decided.current = card.content_id;
            onOpen(null);
          }}
          player={(seconds) => player(card.content_id, seconds)}
        />
      )}
    </li>
  );
  return (
    <>
      <ul className={styles['keys']} aria-label={texts.keys}>
        {texts.keyList.map(([key, meaning]) => (
          <li key={key}>
            <kbd>{key}</kbd> {meaning}
          </li>
        ))}
      </ul>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys of its buttons */}
      <ul ref={element} className={styles['list']} aria-label={texts.waiting} onKeyDown={onKeyDown}>
        {items.map(row)}
      </ul>
      <NextPage list={query} label={texts.loadMore} failed={texts.loadMoreFailed} />
    </>
  );
};
