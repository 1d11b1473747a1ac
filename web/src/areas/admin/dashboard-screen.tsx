import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { DeleteContentDialog } from '../../features/content/delete-content-dialog.tsx';
import { PlanFigures } from '../../features/dashboard/plan-figures.tsx';
import { RecentContent } from '../../features/dashboard/recent-content.tsx';
import { StatCards } from '../../features/dashboard/stat-cards.tsx';
import { dashboardTexts } from '../../features/dashboard/texts.ts';
import { choosePlayback } from '../../features/diagnostics/rules.ts';
import { TestUserCard } from '../../features/people/test-user-card.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AdminScreen } from './admin-screen.tsx';
import styles from './dashboard-screen.module.css';

const PlayTrends = lazyPart(() => import('../../features/delivery/statistics/play-trends.tsx'), 'PlayTrends', 'inline');

/** Polling interval of the statistics without a live connection, in milliseconds. */
const POLL_MS = 30_000;

/** The start screen for administrators: statistics and recent content. */
export const DashboardScreen = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show } = useToast();
  const [toDelete, setToDelete] = useState<ContentView | null>(null);
  const live = useLiveTopic(liveTopics.content, () => {
    void invalidateContent(queries);
    void refreshQueries(queries, ['dashboard.get-stats']);
  });
  const refetchInterval = live ? false : POLL_MS;
  const view = (content: ContentView) => {
    if (choosePlayback(content)) void navigate(paths.adminPlayOf(content.id));
    else show({ ...dashboardTexts.noUrl, variant: 'destructive' });
  };
  return (
    <AdminScreen title={dashboardTexts.title} lead={dashboardTexts.lead}>
      <StatCards refetchInterval={refetchInterval} />
      <Suspense fallback={<Skeleton height="24rem" />}>
        <PlayTrends />
      </Suspense>
      <PlanFigures refetchInterval={refetchInterval} />
      <div className={styles['panels']}>
        <RecentContent
          refetchInterval={refetchInterval}
          onView={view}
          onEdit={({ id }) => void navigate(paths.adminEditOf(id))}
          onDelete={setToDelete}
        />
        <TestUserCard />
      </div>
      <DeleteContentDialog content={toDelete} onClose={() => setToDelete(null)} />
    </AdminScreen>
  );
};
