import type { ReactNode } from 'react';
import type { Session } from '../../../../lambdas/contract/people/sessions.ts';
import { formatPlace } from '../../lib/place.ts';
import { formatZonedTime } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import styles from './sessions.module.css';
import { sessionTexts } from './texts.ts';

const texts = sessionTexts.section;

/** Sessions with a button to end each but this one. */
export const SessionList = ({
  sessions,
  ending,
  onEnd,
}: {
  readonly sessions: readonly Session[];
  /** Id of the session that is being ended. */
  readonly ending: string | undefined;
  readonly onEnd: (session: Session) => void;
}): ReactNode => (
  <ul className={styles['list']}>
    {sessions.map((session) => (
      <li key={session.id}>
        <div className={styles['session']}>
          <strong>{session.device}</strong>
          {session.current && <Badge tone="accent">{texts.current}</Badge>}
          {session.new_device && <Badge tone="warning">{texts.newDevice}</Badge>}
          {session.place && <p>{texts.place(formatPlace(session.place))}</p>}
          <p>{texts.begun(formatZonedTime(session.begun_at))}</p>
          <p>{texts.seen(formatZonedTime(session.seen_at))}</p>
        </div>
        {!session.current && (
          <Button
            variant="secondary"
            busy={ending === session.id}
            aria-label={texts.endOf(session.device)}
            onClick={() => onEnd(session)}
          >
            {texts.end}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
