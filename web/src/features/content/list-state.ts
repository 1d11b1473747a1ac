import { useSearchParams } from 'react-router';
import type {
  ContentStatus,
  ContentType,
  ConversionStatus,
} from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ContentOrder } from '../../../../lambdas/contract/content/content.ts';

/** Lists of content management. */
const LISTS = ['all', 'music', 'videos', 'pending'] as const;
export type ContentListName = (typeof LISTS)[number];

/** Tabs of content management: its lists, the delivery, and the analysis of titles. */
export const TABS = [...LISTS, 'cdn', 'analysis'] as const;
export type ContentTabName = (typeof TABS)[number];

/** Whether a tab is a list of content items. */
export const isList = (tab: ContentTabName): tab is ContentListName => LISTS.some((list) => list === tab);

const ORDERS = ['newest', 'oldest', 'title', 'title-desc'] as const satisfies readonly ContentOrder[];
const STATUSES = ['draft', 'pending', 'published'] as const satisfies readonly ContentStatus[];
const CONVERSIONS = ['pending', 'processing', 'completed', 'failed'] as const satisfies readonly ConversionStatus[];

/** The selected tab, search, and filters. They are stored in the URL, so links and reloads keep them. */
export interface ContentListState {
  readonly tab: ContentTabName;
  /** The search text; empty if there is none. */
  readonly q: string;
  readonly sort: ContentOrder;
  readonly status: ContentStatus | '';
  readonly conversion: ConversionStatus | '';
}

const oneOf = <T extends string, D extends string>(values: readonly T[], value: string | null, otherwise: D): T | D =>
  values.find((one) => one === value) ?? otherwise;

const DEFAULTS: ContentListState = { tab: 'all', q: '', sort: 'newest', status: '', conversion: '' };

/** Maximum length of a search, and the characters removed from it (specification, section 5). */
const MAX_SEARCH = 100;
const REMOVED = /[<>'"&{}[\]]/g;

/** The search text as it is sent. */
export const cleanQuery = (text: string): string => text.replaceAll(REMOVED, '').slice(0, MAX_SEARCH).trim();

/** Reads and changes the state in the URL. Default values are not stored. */
export const useListState = () => {
  const [search, setSearch] = useSearchParams();
  const state: ContentListState = {
    tab: oneOf(TABS, search.get('tab'), 'all'),
    q: cleanQuery(search.get('q') ?? ''),
    sort: oneOf(ORDERS, search.get('sort'), 'newest'),
    status: oneOf(STATUSES, search.get('status'), ''),
    conversion: oneOf(CONVERSIONS, search.get('conversion'), ''),
  };
  /** IDs of the items to edit or play, from a link. */
  const named = { edit: search.get('edit'), play: search.get('play') };
  const change = (
    changes: Partial<ContentListState> & { readonly edit?: string | null; readonly play?: string | null },
  ): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '' || value === DEFAULTS[name as keyof ContentListState]) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { state, named, change };
};

/** The query parameters of a list. */
export interface ContentFilter {
  readonly q?: string;
  readonly sort?: ContentOrder;
  readonly status?: ContentStatus;
  readonly content_type?: ContentType;
  readonly conversion_status?: ConversionStatus;
}

const ofTab: Readonly<Record<ContentListName, ContentFilter>> = {
  all: {},
  music: { content_type: 'music' },
  videos: { content_type: 'video' },
  pending: { status: 'pending' },
};

/** The query parameters of a tab with the chosen filters. */
export const filterOf = ({ q, sort, status, conversion }: ContentListState, tab: ContentListName): ContentFilter => ({
  ...(q === '' ? { ...(sort === 'newest' ? {} : { sort }) } : { q }),
  ...(status === '' ? {} : { status }),
  ...(conversion === '' ? {} : { conversion_status: conversion }),
  ...ofTab[tab],
});
