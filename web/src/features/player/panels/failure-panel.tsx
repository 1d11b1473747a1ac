import { CircleAlert, Crown } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../core/paths.ts';
import { Button, buttonClass } from '../../../ui/actions/button.tsx';
import { failureTitle, type PlayerFailure } from '../core/media-access.ts';
import type { Player } from '../core/player.ts';
import type { PlayableItem } from '../core/rules.ts';
import styles from './failure-panel.module.css';
import { playerTexts } from '../core/texts.ts';

/** Why the item can't be played, and what the user can do. */
export const FailurePanel = ({
  player,
  item,
  failure,
}: {
  readonly player: Player;
  readonly item: PlayableItem;
  readonly failure: PlayerFailure;
}) =>
  failure.kind === 'plan' ? (
    <div className={styles['failure']} role="alert">
      <Crown aria-hidden size={32} />
      <strong>{failureTitle(failure)}</strong>
      <p>{failure.text}</p>
      {/* Replaces the player's history entry, which closes the player: Back leads to the screen below it. */}
      <Link to={paths.plansFor(item.id)} replace className={buttonClass({})}>
        {playerTexts.seePlans}
      </Link>
    </div>
  ) : (
    <div className={styles['failure']} role="alert">
      <CircleAlert aria-hidden size={32} />
      <strong>{failureTitle(failure)}</strong>
      <p>{failure.text}</p>
      <Button variant="secondary" onClick={player.retry}>
        {playerTexts.retry}
      </Button>
    </div>
  );
