import { MAX_STALL_MS } from './quality-rules.ts';

/** Measured plays below which shares, percentiles and curves are null: fewer say something about single people. */
export const MIN_MEASURED_PLAYS = 5;

/** What each number means, for screens that show it. */
export const PLAY_DEFINITIONS = {
  plays: 'Plays that were started, without those of staff. Counted by the server, with and without consent.',
  measured_plays: 'Plays whose browser reports their quality: those of users who allow Analytics & Performance.',
  starts: 'Measured plays whose first frame or sound was played.',
  hours: 'Hours of playback in measured plays. Pauses, seeking and waiting are left out.',
  finish_rate: 'Measured plays that reached 95 % of the title, as a share of starts.',
  exit_rate: 'Measured plays that were left before anything was played, as a share of measured plays.',
  failure_rate: 'Measured plays in which the player gave up at least once, as a share of measured plays.',
  startup_ms: 'Time from the request to play until the first frame or sound.',
  stall_ms: `How long an interruption lasts while data is missing, up to ${MAX_STALL_MS / 60_000} minutes.`,
  stall_ratio: 'Waiting for data as a share of waiting and playback. Waiting after a seek is left out.',
  switches: 'Changes of the picture quality for each hour of playback.',
  definition: 'Share of playback by height of the picture in pixels.',
  retention: 'How often each hundredth of the title was played for each start. Above 1 where it is played again.',
  hours_delivered:
    'Hours of sound that the CDN sent, by its logs: audio segments, each with its length. Of everyone, with and ' +
    'without consent. Includes what was loaded ahead and never played, but not what browsers still had.',
  hit_ratio:
    'Requests that the edge answered from its cache, as a share of those that a cache can answer. A file that the ' +
    'origin only confirmed counts.',
  response_ms: 'Time from a request until the edge sends the first byte.',
  delivery_errors:
    'Requests that the CDN answered with an error, by its logs: 4xx when the request was at fault, 5xx when the ' +
    'delivery was. In log files that deliver nothing of the title, errors count for the whole site only, because ' +
    'anyone can request any address.',
  aborted: 'Requests that the viewer ended before the whole response was sent, for example by seeking or leaving.',
  delivery_cost:
    'List price of what the CDN sent, by its logs: bytes and requests at prices of 2025 for North ' +
    'America and Europe, without free tiers. Includes plays of staff, and what was loaded ahead and never played. ' +
    'Logs can be a day late.',
} as const;
