import type { PlayerFailure } from './media-access.ts';
import type { ResumeChoice, ResumeOption } from '../resume/resume-rules.ts';
import { emptyExtras, type ExtrasState } from './player-extras.ts';
import type { Queue, Repeat } from './queue.ts';
import type { PlayableItem } from './rules.ts';

/** What the player is doing. The position changes often and is kept apart. */
export interface PlayerState extends Queue, ExtrasState {
  /** Null: nothing is in the player. */
  readonly item: PlayableItem | null;
  readonly mode: 'full' | 'mini';
  readonly phase: 'idle' | 'opening' | 'ready' | 'failed';
  /** Plays, or will as soon as there is data. */
  readonly playing: boolean;
  readonly buffering: boolean;
  readonly failure: PlayerFailure | null;
  /** 0 to 1; 0 is muted. */
  readonly volume: number;
  readonly repeat: Repeat;
  /** Set while the person is asked where to go on; pressing play answers it with the first place. */
  readonly choice: ResumeChoice | null;
  /** Where another device is, which was learned when this one played already. */
  readonly offer: ResumeOption | null;
  /** False in admin test mode: neither history nor view is recorded. */
  readonly tracked: boolean;
}

/** An empty player. What was chosen for whatever plays is kept. */
export const emptyPlayer = ({
  volume,
  rate,
  repeat,
  wantedHeight,
  canLeavePage,
}: Pick<PlayerState, 'volume' | 'rate' | 'repeat' | 'wantedHeight' | 'canLeavePage'>): PlayerState => ({
  ...emptyExtras(rate),
  wantedHeight,
  canLeavePage,
  item: null,
  list: [],
  at: -1,
  mode: 'full',
  phase: 'idle',
  playing: false,
  buffering: false,
  failure: null,
  choice: null,
  offer: null,
  volume,
  repeat,
  tracked: true,
});
