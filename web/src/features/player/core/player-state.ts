import type { PlayerFailure } from './media-access.ts';
import type { ResumeChoice, ResumeOption } from '../resume/resume-rules.ts';
import { emptyExtras, type ExtrasState } from './player-extras.ts';
import type { Queue, Repeat } from './queue.ts';
import type { PlayableItem } from './rules.ts';

/** The state of the player. The position changes often and has its own store. */
export interface PlayerState extends Queue, ExtrasState {
  /** Null while the player is empty. */
  readonly item: PlayableItem | null;
  readonly mode: 'full' | 'mini';
  readonly phase: 'idle' | 'opening' | 'ready' | 'failed';
  /** When opening the item was last asked for, in milliseconds since the epoch; 0 before that. */
  readonly askedAt: number;
  /** Playing, or about to play as soon as data arrives. */
  readonly playing: boolean;
  readonly buffering: boolean;
  readonly failure: PlayerFailure | null;
  /** 0 to 1; 0 is muted. */
  readonly volume: number;
  readonly repeat: Repeat;
  /** Set while the user is asked where to resume; pressing Play chooses the first position. */
  readonly choice: ResumeChoice | null;
  /** Position of another device, which became known after this one had started. */
  readonly offer: ResumeOption | null;
  /** False in admin test mode: neither history nor view is recorded. */
  readonly tracked: boolean;
  /** Id of the play whose quality may be reported; null if it must not, and until the item is opened. */
  readonly measuredPlay: string | null;
}

/** The state of an empty player. Settings that apply to every item are kept. */
export const emptyPlayer = ({
  volume,
  rate,
  repeat,
  chosenHeight,
  supportsPictureInPicture,
}: Pick<PlayerState, 'volume' | 'rate' | 'repeat' | 'chosenHeight' | 'supportsPictureInPicture'>): PlayerState => ({
  ...emptyExtras(rate),
  chosenHeight,
  supportsPictureInPicture,
  item: null,
  list: [],
  at: -1,
  mode: 'full',
  phase: 'idle',
  askedAt: 0,
  playing: false,
  buffering: false,
  failure: null,
  choice: null,
  offer: null,
  volume,
  repeat,
  tracked: true,
  measuredPlay: null,
});
