import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { namedContentQuery } from '../../../features/content/api.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/**
 * The content that a link names, to be edited or to be tried. One that does not exist, or cannot be read, is said, and
 * the link forgotten; what was read once stays, whatever becomes of later readings.
 */
export const useNamedContent = (
  { edit, play }: { readonly edit: string | null; readonly play: string | null },
  onMissing: () => void,
): { readonly edit?: ContentView; readonly play?: ContentView } => {
  const id = edit ?? play;
  const { show } = useToast();
  const { data, error } = useQuery({
    ...namedContentQuery(useApi(), id ?? ''),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });
  /** What was said to be missing: once is enough, however often the address is written. */
  const told = useRef<string>(null);
  useEffect(() => {
    if (!error || data || id === null || told.current === id) return;
    told.current = id;
    const gone = error instanceof ApiError && error.status === 404;
    show({
      title: contentTexts.toasts.error,
      description: gone ? contentTexts.toasts.notFound : contentTexts.toasts.loadFailed,
      variant: 'destructive',
    });
    onMissing();
  }, [data, error, id, onMissing, show]);
  if (id === null || data?.id !== id) return {};
  return edit === null ? { play: data } : { edit: data };
};
