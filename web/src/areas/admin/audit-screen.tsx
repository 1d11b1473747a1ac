import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { usePeople } from '../../core/people/use-people.ts';
import { auditQuery } from '../../features/audit/api.ts';
import styles from '../../features/audit/audit.module.css';
import { EntryItem } from '../../features/audit/entry-item.tsx';
import { FilterForm } from '../../features/audit/filter-form.tsx';
import { queryOf, readFilter, writeFilter, type FilterValues } from '../../features/audit/filter.ts';
import { auditTexts as texts } from '../../features/audit/texts.ts';
import { useExport } from '../../features/audit/use-export.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** The audit log. The filters are part of the address. */
export const AuditScreen = () => {
  const [search, setSearch] = useSearchParams();
  const values = readFilter(search);
  const filter = queryOf(values);
  const list = useInfiniteQuery(auditQuery(useApi(), filter));
  const { data, error, refetch, hasNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const people = usePeople(
    entries.map(({ actor_id: id, actor_name: name }) => ({ id, name })),
    { id: values.actor, name: data?.pages[0]?.filter_actor_name ?? null },
    texts.unknownPerson,
  );
  const { run, exported } = useExport(filter);
  const change = (next: FilterValues) => setSearch(writeFilter(next), { preventScrollReset: true });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <AdminScreen
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button
          variant="secondary"
          busy={exported !== null}
          disabled={entries.length === 0 && !hasNextPage}
          onClick={() => void run()}
        >
          <Download aria-hidden size={18} />
          {exported === null ? texts.export : texts.exporting(exported)}
        </Button>
      }
    >
      <FilterForm values={values} people={people} onChange={change} />
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && entries.length === 0 && !hasNextPage && (
        <EmptyState message={isFiltered ? texts.emptyFiltered : texts.empty} />
      )}
      {entries.length > 0 && (
        <ol className={styles['list']} aria-label={texts.list}>
          {entries.map((entry) => (
            <EntryItem
              key={entry.id}
              entry={entry}
              onActor={() => change({ ...values, actor: entry.actor_id })}
              onTarget={() => change({ ...values, id: entry.target_id })}
            />
          ))}
        </ol>
      )}
      {entries.length === 0 && hasNextPage && <EmptyState message={texts.emptySoFar} />}
      <NextPage label={texts.loadMore} list={list} failed={texts.loadMoreFailed} />
    </AdminScreen>
  );
};
