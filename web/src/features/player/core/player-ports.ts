/** Dependencies of a player. */
import type { Clock } from '../../../lib/clock.ts';
import type { EngineEvents, MediaEngine } from '../engine/media-engine.ts';
import type { MediaAccessPorts } from './media-access.ts';
import type { ExtrasParts } from './player-extras.ts';
import type { Preferences } from './preferences.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import type { PlayableItem } from './rules.ts';

export interface PlayerPorts extends MediaAccessPorts {
  readonly clock: Clock;
  /** Loads the engine; called on the first play. */
  readonly loadEngine: (events: EngineEvents) => Promise<MediaEngine>;
  /** Records in the watch history that an item was started. */
  readonly recordStart: (contentId: string) => Promise<unknown>;
  /** Loads chapters, captions and storyboard of an item. @default none */
  readonly details?: ExtrasParts['details'];
  /** The preferences of this browser. @default stored in the browser */
  readonly preferences?: Preferences;
  /** Counts a play as a view. */
  readonly countView: (contentId: string, playId: string) => Promise<unknown>;
  /**
   * Where a tracked item starts. `following`: the user did not choose this item. Never rejects.
   * @default the beginning
   */
  readonly startPositionOf?: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
}
