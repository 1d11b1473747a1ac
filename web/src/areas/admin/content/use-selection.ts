import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import type { BulkActionKind } from '../../../features/bulk/bulk-bar.tsx';
import { categoryChoicesQuery } from '../../../features/content/api.ts';
import { contentTexts } from '../../../features/content/texts.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** The ids selected in the list named `list`. Any other list starts with an empty selection. */
export const useSelection = (list: string) => {
  const [selection, setSelection] = useState<{ readonly list: string; readonly ids: ReadonlySet<string> }>({
    list: '',
    ids: NOTHING,
  });
  const select = (ids: ReadonlySet<string>) => setSelection({ list, ids });
  return { selected: selection.list === list ? selection.ids : NOTHING, select, clear: () => select(NOTHING) };
};

/** A bulk action whose dialog is open. */
export interface BulkAction {
  readonly kind: BulkActionKind;
  readonly ids: readonly string[];
  /** The categories to choose from; empty for actions that need none. */
  readonly categories: readonly { readonly id: string; readonly name: string }[];
}

/** Opens the dialog of a bulk action for the selected items. */
export const useBulkAction = (selected: ReadonlySet<string>) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [bulk, setBulk] = useState<BulkAction | null>(null);
  const open = async (kind: BulkActionKind) => {
    const ids = [...selected];
    try {
      setBulk({ kind, ids, categories: kind === 'move' ? await queries.fetchQuery(categoryChoicesQuery(api)) : [] });
    } catch {
      show({
        title: contentTexts.toasts.error,
        description: contentTexts.toasts.categoriesFailed,
        variant: 'destructive',
      });
    }
  };
  return { bulk, openBulk: (kind: BulkActionKind) => void open(kind), closeBulk: () => setBulk(null) };
};
