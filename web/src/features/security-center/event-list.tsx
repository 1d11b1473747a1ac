import { Filter } from 'lucide-react';
import type { NamedSecurityEvent } from '../../../../lambdas/contract/admin/security-events.ts';
import { eventName } from '../../core/security/texts.ts';
import { formatMoment } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Facts, type Fact } from '../../ui/layout/lists/facts.tsx';
import { RiskBadge } from './risk-badge.tsx';
import styles from './security-center.module.css';
import { subjectName } from './subject.ts';
import { securityCenterTexts } from './texts.ts';

const { event: texts, categories, sources } = securityCenterTexts;

const words = (name: string): string => name.replaceAll('_', ' ');

/** What is known about an event, without what it does not have. */
const factsOf = (event: NamedSecurityEvent): readonly Fact[] => {
  const data = Object.entries(event.metadata).map(([name, value]) => `${words(name)}: ${value}`);
  const facts: readonly Fact[] = [
    [texts.category, categories[event.event_category]],
    [texts.source, sources[event.source]],
    [texts.resource, [words(event.resource_type), event.resource_id ?? ''].join(' ').trim()],
    [texts.action, words(event.action_taken)],
    [texts.message, event.error_message],
    [texts.address, event.ip_address],
    [texts.session, event.session_id],
    [texts.data, data.length === 0 ? null : data.join(', ')],
    [texts.id, event.id],
  ];
  return facts.filter(([, value]) => value !== null);
};

interface EventItemProps {
  readonly event: NamedSecurityEvent;
  readonly onUser?: ((userId: string) => void) | undefined;
}

const EventItem = ({ event, onUser }: EventItemProps) => {
  const { user_id: userId } = event;
  const subject = subjectName(event);
  return (
    <li className={styles['event']}>
      <div className={styles['head']}>
        <strong>{eventName(event.event_type)}</strong>
        <RiskBadge risk={event.risk_score} severity={event.severity} />
        {!event.success && <Badge tone="outline">{texts.failed}</Badge>}
      </div>
      <div className={styles['who']}>
        <span>{subject}</span>
        {onUser && userId !== null && (
          <IconButton label={texts.onlyUser(subject)} onClick={() => onUser(userId)}>
            <Filter aria-hidden size={14} />
          </IconButton>
        )}
      </div>
      <time className={styles['when']} dateTime={event.created_at}>
        {formatMoment(event.created_at)}
      </time>
      <details className={styles['details']}>
        <summary>{texts.details}</summary>
        <Facts facts={factsOf(event)} />
      </details>
    </li>
  );
};

export interface EventListProps {
  /** Accessible name of the list. */
  readonly label: string;
  readonly events: readonly NamedSecurityEvent[];
  /** Shows the events of one user only. */
  readonly onUser?: ((userId: string) => void) | undefined;
}

/** Security events, newest first. */
export const EventList = ({ label, events, onUser }: EventListProps) => (
  <ol className={styles['list']} aria-label={label}>
    {events.map((event) => (
      <EventItem key={event.id} event={event} onUser={onUser} />
    ))}
  </ol>
);
