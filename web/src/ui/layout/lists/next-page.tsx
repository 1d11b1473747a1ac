import { Button, type ButtonLook } from '../../actions/button.tsx';
import { Notice } from '../../feedback/notice.tsx';

/** What a list knows about its next page, named as in the result of `useInfiniteQuery`. */
export interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

export interface NextPageProps {
  readonly list: PagedList;
  readonly label: string;
  /** Shown when the next page failed to load. */
  readonly failed: string;
  readonly variant?: ButtonLook['variant'];
}

/** The end of a list whose next page loads only when the button is pressed. */
export const NextPage = ({ list, label, failed, variant = 'secondary' }: NextPageProps) => (
  <>
    {list.isFetchNextPageError && (
      <Notice tone="danger" alert>
        <p>{failed}</p>
      </Notice>
    )}
    {list.hasNextPage && (
      <Button variant={variant} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    )}
  </>
);
