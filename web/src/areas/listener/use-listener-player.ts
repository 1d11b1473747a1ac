import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { recordStart } from '../../features/history/api.ts';
import { playbackCalls } from '../../features/player/api.ts';
import { loadMediaEngine } from '../../features/player/engine/load-engine.ts';
import { createPlayer, type Player } from '../../features/player/player.ts';

/** Makes the player of the listener's screens; it lives as long as their frame. */
export const useListenerPlayer = (): Player => {
  const api = useApi();
  const queries = useQueryClient();
  const clock = useClock();
  const [player] = useState(() =>
    createPlayer({
      ...playbackCalls(api),
      clock,
      loadEngine: loadMediaEngine,
      recordStart: (contentId) => recordStart(api, queries, contentId),
    }),
  );
  useEffect(() => player.dispose, [player]);
  return player;
};

/** What the frame hands to its screens. */
export interface ListenerOutlet {
  readonly player: Player;
}

/** The player, in a screen of the listener's area. */
export const usePlayer = (): Player => useOutletContext<ListenerOutlet>().player;
