import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { readContentPage } from '../../../features/content/api.ts';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';

/** The most items that one job accepts (a limit of the contract). */
export const MAX_SELECTED = 1000;
const PAGE_SIZE = 100;

/** Selects all items that match a filter, page by page, up to the limit of one job. */
export const useSelectMatching = (filter: ContentFilter, onSelect: (selected: ReadonlySet<string>) => void) => {
  const api = useApi();
  const { show } = useToast();
  const [matching, setMatching] = useState(false);
  const selectAll = async (): Promise<void> => {
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readContentPage>> = await readContentPage(api, filter, {
        cursor,
        limit: PAGE_SIZE,
      });
      for (const { id, removal } of page.items) if (!removal && ids.size < MAX_SELECTED) ids.add(id);
      cursor = page.next_cursor;
    } while (cursor !== null && ids.size < MAX_SELECTED);
    if (cursor !== null) show({ title: bulkTexts.match, description: bulkTexts.matchLimited(MAX_SELECTED) });
    onSelect(ids);
  };
  const selectMatching = (): void => {
    setMatching(true);
    void selectAll()
      .catch(() =>
        show({ title: contentTexts.toasts.error, description: contentTexts.toasts.loadFailed, variant: 'destructive' }),
      )
      .finally(() => setMatching(false));
  };
  return { matching, selectMatching };
};
