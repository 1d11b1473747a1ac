import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useToast } from '../toast/toast-context.tsx';

/** A page of the exported list. */
export interface ExportPage<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** How a file is written. */
export interface ExportFormat<Item> {
  readonly start: string;
  /** The text of a page. `before`: the number of items on earlier pages. */
  readonly page: (items: readonly Item[], before: number) => string;
  readonly end: string;
  readonly save: (parts: readonly string[]) => void;
}

export interface PagedExportOptions<Item> {
  /** Identifies the exported list. */
  readonly key: QueryKey;
  readonly read: (cursor: string | null) => Promise<ExportPage<Item>>;
  readonly texts: {
    readonly success: string;
    readonly error: string;
    readonly exported: (count: number) => string;
    readonly exportFailed: string;
  };
}

export interface PagedExport<Item> {
  /** Exports all items. The format may be downloaded first. */
  readonly run: (format: ExportFormat<Item> | Promise<ExportFormat<Item>>) => Promise<void>;
  /** The number of items so far; null if no export is running. */
  readonly exported: number | null;
}

/** Exports a list as a file. It is read page by page, so no request grows with the list. */
export const usePagedExport = <Item>({ key, read, texts }: PagedExportOptions<Item>): PagedExport<Item> => {
  const queries = useQueryClient();
  const { show } = useToast();
  const [exported, setExported] = useState<number | null>(null);
  /** Reads a page through the query client, which retries a failed request. */
  const readPage = (cursor: string | null): Promise<ExportPage<Item>> =>
    queries.fetchQuery({ queryKey: [...key, cursor], queryFn: () => read(cursor), staleTime: 0, gcTime: 0 });
  const run = async (format: ExportFormat<Item> | Promise<ExportFormat<Item>>): Promise<void> => {
    let count = 0;
    let cursor: string | null = null;
    setExported(0);
    try {
      const { start, page, end, save } = await format;
      const parts = [start];
      do {
        const next: ExportPage<Item> = await readPage(cursor);
        parts.push(page(next.items, count));
        count += next.items.length;
        setExported(count);
        cursor = next.next_cursor;
      } while (cursor !== null);
      save([...parts, end]);
      show({ title: texts.success, description: texts.exported(count) });
    } catch {
      show({ title: texts.error, description: texts.exportFailed, variant: 'destructive' });
    } finally {
      setExported(null);
    }
  };
  return { run, exported };
};
