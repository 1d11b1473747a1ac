import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UserDataRequest } from '../../../../lambdas/contract/people/data-requests.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatZonedTime } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { allRequestsQuery } from './api.ts';
import styles from './data-requests.module.css';
import { RequestDetails } from './request-details.tsx';
import { userRequestTexts as texts } from './texts.ts';

/** Characters of an id that the table shows. */
const SHOWN = 8;

const tones = { pending: 'warning', processing: 'accent', completed: 'success', rejected: 'neutral' } as const;

/** A request, which opens to its progress and receipt. */
const Row = ({ request }: { readonly request: UserDataRequest }) => {
  const {
    user_id: userId,
    request_type: type,
    status,
    created_at: created,
    expires_at: expires,
    held_since: held,
  } = request;
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <tr>
        <td>
          <abbr title={userId}>{userId.slice(0, SHOWN)}…</abbr>
          <button
            type="button"
            className={styles['toggle']}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            aria-label={texts.detailsOf(texts.types[type], userId.slice(0, SHOWN), formatZonedTime(created))}
            onClick={() => setOpen(!open)}
          >
            {texts.details}
          </button>
        </td>
        <td>{texts.types[type]}</td>
        <td>
          <Badge tone={tones[status]}>{texts.states[status]}</Badge>
          {held !== null && <p className={styles['quiet']}>{texts.held(formatZonedTime(held))}</p>}
        </td>
        <td>
          <time dateTime={created}>{formatZonedTime(created)}</time>
        </td>
        <td>{expires === null ? texts.none : <time dateTime={expires}>{formatZonedTime(expires)}</time>}</td>
      </tr>
      {open && (
        <tr id={detailsId}>
          <td colSpan={Object.keys(texts.heads).length}>
            <RequestDetails request={request} />
          </td>
        </tr>
      )}
    </>
  );
};

/** The requests of all users for their data, newest first. */
export const UserDataRequests = () => {
  const list = useInfiniteQuery(allRequestsQuery(useApi()));
  const { data, error, refetch } = list;
  const requests = data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles['requests']} aria-labelledby="data-requests">
      <h2 id="data-requests">{texts.title}</h2>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {requests?.length === 0 && !list.hasNextPage && <p className={styles['quiet']}>{texts.empty}</p>}
      {requests && requests.length > 0 && (
        <div className={styles['scroll']}>
          <Table caption={texts.title} heads={Object.values(texts.heads).map((label) => ({ label }))}>
            {requests.map((request) => (
              <Row key={request.id} request={request} />
            ))}
          </Table>
        </div>
      )}
      <NextPage list={list} label={texts.more} failed={texts.moreFailed} />
    </section>
  );
};
