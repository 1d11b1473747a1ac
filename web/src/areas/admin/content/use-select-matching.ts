import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { bulkTexts } from '../../../features/bulk/texts.ts';
import { readContentPage } from '../../../features/content/api.ts';
import type { ContentFilter } from '../../../features/content/list-state.ts';
import { contentTexts } from '../../../features/content/texts.ts';

/** Contents of one job at most (the contract's limit), and of one reading. */
export const MAX_SELECTED = 1000;
const PAGE = 100;

/** Selects everything that a filter lists, page by page, up to what one job takes. */
export const useSelectMatching = (filter: ContentFilter, onSelect: (selected: ReadonlySet<string>) => void) => {
  const api = useApi();
  const { show } = useToast();
  const [matching, setMatching] = useState(false);
  const read = async (): Promise<void> => {
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readContentPage>> = await readContentPage(api, filter, {
        cursor,
        limit: PAGE,
      });
      for (const { id, removal } of page.items) if (!removal && ids.size < MAX_SELECTED) ids.add(id);
      cursor = page.next_cursor;
    } while (cursor !== null && ids.size < MAX_SELECTED);
    if (cursor !== null) show({ title: bulkTexts.match, description: bulkTexts.matchLimited(MAX_SELECTED) });
    onSelect(ids);
  };
  const selectMatching = (): void => {
    setMatching(true);
    void read()
      .catch(() =>
        show({ title: contentTexts.toasts.error, description: contentTexts.toasts.loadFailed, variant: 'destructive' }),
      )
      .finally(() => setMatching(false));
  };
  return { matching, selectMatching };
};
