import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { holdsQuery } from './api.ts';
import { ReleaseHoldDialog, type HeldId } from './release-hold-dialog.tsx';
import styles from './retention.module.css';
import { legalHoldTexts as texts } from './texts.ts';

/** Characters of an id that the table shows. */
const SHOWN = 8;

interface RowProps {
  readonly hold: { readonly reason: string; readonly set_at: string };
  /** What is held, for the button. */
  readonly name: string;
  /** The first cell: a link to the audit log. */
  readonly link: ReactNode;
  readonly onRelease: () => void;
}

const Row = ({ hold: { reason, set_at: since }, name, link, onRelease }: RowProps) => (
  <tr>
    <th scope="row">{link}</th>
    <td>{formatMoment(since)}</td>
    <td className={styles['reason']}>{reason}</td>
    <td>
      <Button variant="secondary" aria-label={texts.releaseOf(name)} onClick={onRelease}>
        {texts.release}
      </Button>
    </td>
  </tr>
);

const Held = ({ of, children }: { readonly of: 'users' | 'titles'; readonly children: readonly ReactNode[] }) =>
  children.length > 0 && (
    <div className={styles['wide']}>
      <Table caption={texts[of]} heads={texts.heads[of].map((label) => ({ label }))} quiet className={styles['table']}>
        {children}
      </Table>
    </div>
  );

/**
 * The users and titles that must be kept because of a legal hold, with the release of each. They are set under Users
 * and in content management.
 */
export const LegalHolds = () => {
  const { data, error, refetch } = useQuery(holdsQuery(useApi()));
  const [releasing, setReleasing] = useState<HeldId | null>(null);
  const content = () => {
    if (!data)
      return error ? (
        <ErrorState message={texts.failed} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={texts.loading} />
      );
    if (data.items.length + data.titles.length === 0) return <EmptyState message={texts.empty} />;
    return (
      <>
        <Held of="users">
          {data.items.map(({ user_id: id, ...hold }) => (
            <Row
              key={id}
              hold={hold}
              name={id.slice(0, SHOWN)}
              link={
                <Link to={paths.adminAuditOf(id)} aria-label={texts.auditOf(id)} title={id}>
                  {id.slice(0, SHOWN)}…
                </Link>
              }
              onRelease={() => setReleasing({ kind: 'user', id })}
            />
          ))}
        </Held>
        <Held of="titles">
          {data.titles.map(({ content_id: id, title, ...hold }) => (
            <Row
              key={id}
              hold={hold}
              name={title}
              link={
                <Link to={paths.adminAuditAbout(id)} aria-label={texts.auditOf(title)}>
                  {title}
                </Link>
              }
              onRelease={() => setReleasing({ kind: 'title', id })}
            />
          ))}
        </Held>
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="legal-holds-heading">
      <h2 id="legal-holds-heading">{texts.title}</h2>
      <p>{texts.lead}</p>
      {content()}
      {releasing && <ReleaseHoldDialog held={releasing} onClose={() => setReleasing(null)} />}
    </section>
  );
};
