import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../../core/api/api-context.tsx';
import { usePeople } from '../../../core/people/use-people.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../../ui/layout/lists/next-page.tsx';
import { eventLogQuery } from '../api.ts';
import { EventList } from '../event-list.tsx';
import styles from '../security-center.module.css';
import { logTexts as texts, securityCenterTexts } from '../texts.ts';
import { queryOf, readFilter, writeFilter, type LogFilter } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { useEventExport } from './use-event-export.ts';

/** The log of security events. The filters are part of the address. */
export const EventLog = () => {
  const [search, setSearch] = useSearchParams();
  const values = readFilter(search);
  const filter = queryOf(values);
  const list = useInfiniteQuery(eventLogQuery(useApi(), filter));
  const { data, error, refetch, hasNextPage } = list;
  const events = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const people = usePeople(
    events.flatMap(({ user_id: id, user_name: name }) => (id === null ? [] : [{ id, name }])),
    { id: values.user, name: data?.pages[0]?.filter_user_name ?? null },
    securityCenterTexts.subjects.deletedUser,
  );
  const { run, exported } = useEventExport(filter);
  const change = (next: LogFilter) => setSearch(writeFilter(search, next), { preventScrollReset: true });
  const isFiltered = Object.keys(filter).length > 0;
  const nothing = events.length === 0;
  return (
    <div className={styles['tab']}>
      <FilterForm values={values} people={people} onChange={change} />
      <div className={styles['buttons']}>
        <Button
          variant="secondary"
          busy={exported !== null}
          disabled={nothing && !hasNextPage}
          onClick={() => void run('csv')}
        >
          <Download aria-hidden size={18} />
          {exported === null ? texts.exportCsv : texts.exporting(exported)}
        </Button>
        <Button
          variant="secondary"
          busy={exported !== null}
          disabled={nothing && !hasNextPage}
          onClick={() => void run('ocsf')}
        >
          <Download aria-hidden size={18} />
          {texts.exportOcsf}
        </Button>
      </div>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && nothing && !hasNextPage && <EmptyState message={isFiltered ? texts.emptyFiltered : texts.empty} />}
      {!nothing && <EventList label={texts.list} events={events} onUser={(user) => change({ ...values, user })} />}
      {nothing && hasNextPage && <EmptyState message={texts.emptySoFar} />}
      <NextPage label={texts.next} list={list} failed={texts.nextFailed} />
    </div>
  );
};
