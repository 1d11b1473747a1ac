/** What a player needs of the world around it. */
import type { Clock } from '../../../lib/clock.ts';
import type { EngineEvents, MediaEngine } from '../engine/media-engine.ts';
import type { MediaAccessPorts } from './media-access.ts';
import type { ExtrasParts } from './player-extras.ts';
import type { Preferences } from './preferences.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import type { PlayableItem } from './rules.ts';

export interface PlayerPorts extends MediaAccessPorts {
  readonly clock: Clock;
  /** Fetches the engine; called with the first play. */
  readonly loadEngine: (events: EngineEvents) => Promise<MediaEngine>;
  /** Notes in the watch history that a content was started. */
  readonly recordStart: (contentId: string) => Promise<unknown>;
  /** What a content brings along: chapters, captions, storyboard. Without it there is none of that. */
  readonly details?: ExtrasParts['details'];
  /** What was chosen in this browser. @default kept in the browser's own store */
  readonly preferences?: Preferences;
  /** Counts a play as a view. */
  readonly countView: (contentId: string, playId: string) => Promise<unknown>;
  /**
   * Where a tracked item goes on; without it at its start. `following`: the person did not press this item. Never
   * rejects.
   */
  readonly startPositionOf?: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
}
