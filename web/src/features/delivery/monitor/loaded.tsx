import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { monitorTexts } from './texts.ts';

/** What a part needs of a query, named as in the result of `useQuery`. */
interface PartQuery<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export interface LoadedProps<Data> {
  readonly query: PartQuery<Data>;
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** Data that is refreshed: while it cannot be, the last one stays, with a notice. */
export const Loaded = <Data,>({ query: { data, error, refetch }, loading, failed, children }: LoadedProps<Data>) => {
  if (data === undefined)
    return error ? <ErrorState message={failed} onRetry={() => void refetch()} /> : <LoadingState label={loading} />;
  return (
    <>
      {error && (
        <Notice tone="warning">
          <p>{monitorTexts.stale}</p>
        </Notice>
      )}
      {children(data)}
    </>
  );
};
