import { useEffect, useState } from 'react';
import { useClock } from '../../core/clock-context.tsx';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { WARNING_MS } from './session-timer.ts';
import styles from './sessions.module.css';
import { sessionTexts } from './texts.ts';

const texts = sessionTexts.modal;

/** Whole seconds until a time, counted down. */
const useCountdown = (endsAt: number): number => {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => clock.after(1_000, () => setNow(clock.now())), [clock, now]);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
};

/** Says that the session is about to end. Closing the dialog extends it, because the user is there. */
export const ExpiringDialog = ({
  endsAt,
  onExtend,
  onLogOut,
}: {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly onExtend: () => Promise<void>;
  readonly onLogOut: () => void;
}) => {
  const seconds = useCountdown(endsAt);
  const [extending, setExtending] = useState(false);
  const extend = () => {
    if (extending) return;
    setExtending(true);
    void onExtend().finally(() => setExtending(false));
  };
  return (
    <Dialog open onOpenChange={extend} title={sessionTexts.warning.title} description={texts.text}>
      <p className={styles['countdown']} role="timer" aria-label={texts.remaining}>
        {formatDuration(seconds)}
      </p>
      <Progress label={texts.remaining} value={(seconds * 100_000) / WARNING_MS} />
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={onLogOut}>
          {texts.logOut}
        </Button>
        <Button busy={extending} onClick={extend}>
          {texts.extend}
        </Button>
      </div>
    </Dialog>
  );
};
