import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_TITLES, MIGRATED_PER_RUN } from '../../../../../lambdas/contract/delivery/tool-rules.ts';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../../ui/layout/lists/next-page.tsx';
import { outdatedMediaQuery } from './api.ts';
import styles from './panels.module.css';
import { Panel } from './panel.tsx';
import { migrationTexts as texts } from './texts.ts';
import { useTool } from './use-tool.ts';

/** What the runs since the panel was opened did with each title: a text. */
type Handled = ReadonlyMap<string, string>;

/** The runs that convert titles with outdated media again. `hasMore`: not all titles have been checked. */
const useMigration = (waiting: readonly string[], hasMore: boolean, onHandled: (handled: Handled) => void) => {
  const api = useApi();
  const queries = useQueryClient();
  return useTool(
    async () => {
      const sent = waiting.slice(0, MAX_TITLES);
      const run = await api.call('delivery-tools.migrate-to-permanent-cdn', { body: { contentIds: sent } });
      const left = new Set(run.remaining);
      const skipped = new Map(run.skipped.map(({ contentId, reason }) => [contentId, texts.reasons[reason]]));
      onHandled(new Map(sent.filter((id) => !left.has(id)).map((id) => [id, skipped.get(id) ?? texts.started])));
      await invalidateContent(queries);
      // Titles that this run did not send are left too.
      return { ...run, left: run.remaining.length + waiting.length - sent.length, hasMore };
    },
    { failed: texts.failed },
  );
};

/** Migrates titles with outdated media, a few in each run. What a run leaves, the next one continues with. */
export const MigrationPanel = () => {
  const list = useInfiniteQuery(outdatedMediaQuery(useApi()));
  const { data, error, refetch } = list;
  const [handled, setHandled] = useState<Handled>(new Map());
  const titles = data?.pages.flatMap(({ items }) => items) ?? [];
  const waiting = titles.filter(({ id }) => !handled.has(id)).map(({ id }) => id);
  const run = useMigration(waiting, list.hasNextPage, (more) => setHandled((before) => new Map([...before, ...more])));
  const next = Math.min(MIGRATED_PER_RUN, waiting.length);
  return (
    <Panel title={texts.title} lead={texts.lead(MIGRATED_PER_RUN)}>
      {!data && error !== null && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {!data && error === null && <LoadingState label={texts.loading} />}
      {data && titles.length === 0 && <p role="status">{list.hasNextPage ? texts.emptySoFar : texts.empty}</p>}
      {titles.length > 0 && (
        <ul className={styles['list']} aria-label={texts.list}>
          {titles.map(({ id, title }) => (
            <li key={id}>
              {title} <Badge tone={handled.has(id) ? 'neutral' : 'outline'}>{handled.get(id) ?? texts.waiting}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div className={styles['buttons']}>
        {next > 0 && (
          <Button busy={run.isPending} onClick={() => run.mutate()}>
            {texts.run(next)}
          </Button>
        )}
        <NextPage label={texts.more} list={list} failed={texts.loadFailed} />
      </div>
      {run.data && (
        <p role="status">
          {texts.result(run.data.migrated, run.data.skipped.length)}{' '}
          {(run.data.hasMore ? texts.leftSoFar : texts.left)(run.data.left)}
        </p>
      )}
    </Panel>
  );
};
