import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { namedContentQuery } from '../../../features/content/api.ts';
import { contentTexts } from '../../../features/content/texts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/**
 * The content item that a link names, for editing or for the playback test. If it does not exist or cannot be loaded,
 * shows an error and calls `onMissing`. An item that was loaded once stays, even if a later refetch fails.
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
  /** The last id that was reported as missing, so that each is reported only once. */
  const reported = useRef<string>(null);
  useEffect(() => {
    if (!error || data || id === null || reported.current === id) return;
    reported.current = id;
    const notFound = error instanceof ApiError && error.status === 404;
    show({
      title: contentTexts.toasts.error,
      description: notFound ? contentTexts.toasts.notFound : contentTexts.toasts.loadFailed,
      variant: 'destructive',
    });
    onMissing();
  }, [data, error, id, onMissing, show]);
  if (id === null || data?.id !== id) return {};
  return edit === null ? { play: data } : { edit: data };
};
