import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LegalHold } from '../../../../lambdas/contract/admin/legal-holds.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { holdsQuery } from './api.ts';
import { ReleaseHoldDialog } from './release-hold-dialog.tsx';
import styles from './retention.module.css';
import { legalHoldTexts as texts } from './texts.ts';

/** Characters of an id that the table shows. */
const SHOWN = 8;

interface RowProps {
  readonly hold: LegalHold;
  readonly onRelease: () => void;
}

const Row = ({ hold: { user_id: userId, reason, set_at: since }, onRelease }: RowProps) => (
  <tr>
    <th scope="row">
      <Link to={paths.adminAuditOf(userId)} aria-label={texts.auditOf(userId)} title={userId}>
        {userId.slice(0, SHOWN)}…
      </Link>
    </th>
    <td>{formatMoment(since)}</td>
    <td className={styles['reason']}>{reason}</td>
    <td>
      <Button variant="secondary" aria-label={texts.releaseOf(userId.slice(0, SHOWN))} onClick={onRelease}>
        {texts.release}
      </Button>
    </td>
  </tr>
);

/** The users whose data must be kept because of a legal hold, with the release of each. They are set under Users. */
export const LegalHolds = () => {
  const { data, error, refetch } = useQuery(holdsQuery(useApi()));
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  const content = () => {
    if (!data)
      return error ? (
        <ErrorState message={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={texts.loading} />
      );
    if (data.items.length === 0) return <EmptyState message={texts.empty} />;
    return (
      <div className={styles['wide']}>
        <Table caption={texts.title} heads={texts.heads.map((label) => ({ label }))} quiet className={styles['table']}>
          {data.items.map((hold) => (
            <Row key={hold.user_id} hold={hold} onRelease={() => setReleasing(hold)} />
          ))}
        </Table>
      </div>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="legal-holds-heading">
      <h2 id="legal-holds-heading">{texts.title}</h2>
      <p>{texts.lead}</p>
      {content()}
      {releasing && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </section>
  );
};
