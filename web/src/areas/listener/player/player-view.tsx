import type { ReactNode } from 'react';
import { AddButton } from '../../../features/library/add-button.tsx';
import { LikeButton } from '../../../features/library/like-button.tsx';
import type { Player } from '../../../features/player/core/player.ts';
import type { PlayableItem } from '../../../features/player/core/rules.ts';
import { PlayerHost } from '../../../features/player/views/player-host.tsx';

/** The actions for the current item. The mini player has room only for the like button. */
const actionsOf = ({ id, title }: PlayableItem, view: 'full' | 'mini'): ReactNode => (
  <>
    <LikeButton contentId={id} title={title} />
    {view === 'full' && <AddButton contentId={id} title={title} />}
  </>
);

/** The player with its library buttons. Lazy-loaded. */
export const PlayerView = ({ player }: { readonly player: Player }) => (
  <PlayerHost player={player} actionsOf={actionsOf} />
);
