/** What a browser counts of a signed-in user who consents to behavioral security analysis. */
export const BEHAVIOR_COUNTS = [
  /** Titles that began to play. */
  'plays',
  /** Titles that were left before their end, in favor of another. */
  'skips',
  /** Presses of Pause. */
  'pauses',
  /** Choices of another picture quality. What the player changes on its own depends on the network, not on the user. */
  'quality_changes',
  /** Changes of the volume, and of muting. */
  'volume_changes',
  /** Seconds of playback, without pauses. */
  'watch_seconds',
  /** Clicks, and the most of them in any ten seconds. */
  'clicks',
  'busiest_clicks',
  /** Movements of the mouse: one is counted for each 200 ms in which it moves. */
  'mouse_moves',
  /** Screens that were opened. */
  'page_views',
] as const;
export type BehaviorCount = (typeof BEHAVIOR_COUNTS)[number];

/** How a user operated the browser. `assistive`: clicks that neither a pointer nor a key made. */
export const BEHAVIOR_INPUTS = ['mouse', 'touch', 'keyboard', 'assistive'] as const;
export type BehaviorInput = (typeof BEHAVIOR_INPUTS)[number];

/** Seconds in which `busiest_clicks` is counted. */
export const BUSIEST_SECONDS = 10;
/** Plays below which there is no skip rate: one skipped title of one would be a rate of 1. */
export const MIN_PLAYS = 5;
/** Minutes after which a browser begins to count from zero, so that a day of listening does not look like a robot. */
export const BEHAVIOR_SESSION_MINUTES = 60;
/** Seconds between two patterns of a browser, at least. */
export const BEHAVIOR_INTERVAL_SECONDS = 60;

/** The call that records a pattern, for the part of the site that counts: it needs nothing else of the contract. */
export const RECORD_PATTERN = { method: 'POST', path: '/api/behavioral-patterns' } as const;

/**
 * The rules of anomaly scoring, with their points (specification 001, section 5). `limit`: the measured value beyond
 * which a rule applies, never the value itself. A rule with `below` applies under that number.
 */
export const BEHAVIOR_RULES = {
  /** `skips` of `plays`. */
  skip_rate: { points: 25, limit: 0.8 },
  pause_frequency: { points: 15, limit: 20 },
  quality_changes: { points: 20, limit: 10 },
  /** No change of the volume in more than this many seconds of playback. */
  steady_volume: { points: 30, limit: 1800 },
  /** Clicks a second, in the busiest ten seconds. */
  click_speed: { points: 20, limit: 5 },
  /** Fewer than ten movements of the mouse on more than this many screens. Not with touch, keys or assistive tools. */
  few_mouse_moves: { points: 25, limit: 5, below: 10 },
} as const;
export type BehaviorRule = keyof typeof BEHAVIOR_RULES;
export const BEHAVIOR_RULE_NAMES = Object.keys(BEHAVIOR_RULES) as [BehaviorRule, ...BehaviorRule[]];

/** The most points of a pattern. */
export const MAX_BEHAVIOR_RISK = 100;
/** A pattern with more points than this is an anomaly. */
export const ANOMALY_LIMIT = 40;
/** Patterns of a user on the screen. */
export const PATTERNS_SHOWN = 50;
