import { cheapestPremiumPlan, planFacts } from '../../../../../lambdas/contract/people/plans.ts';
import { formatUsd } from '../../../lib/format.ts';

/** The plan that is offered for premium titles. */
const offer = planFacts[cheapestPremiumPlan];

/** Texts of the player. Some are fixed by the specification, see `test/web/support/listener-texts.json`. */
export const playerTexts = {
  dialogTitle: 'Media Player',
  nowPlaying: (title: string, artist: string) => `${title} by ${artist}`,
  unknownArtist: 'Unknown Artist',
  player: 'Player',
  controls: 'Player controls',
  miniPlayer: 'Mini player',
  play: 'Play',
  pause: 'Pause',
  next: 'Next',
  previous: 'Previous',
  rewind: 'Back 15 seconds',
  skip: 'Forward 15 seconds',
  seek: 'Seek',
  seekValue: (time: string, duration: string, chapter?: string) =>
    `${time} of ${duration}${chapter === undefined ? '' : `, ${chapter}`}`,
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  volumeValue: (percent: number) => `${percent} percent`,
  enterFullscreen: 'Full screen',
  leaveFullscreen: 'Exit full screen',
  captions: 'Captions',
  captionText: 'Caption text',
  leavePage: 'Picture in picture',
  openFull: 'Open full player',
  minimize: 'Minimize player',
  cancel: 'Close player',
  loading: 'Loading...',
  buffering: 'Buffering...',
  retry: 'Try again',
  failedTitle: "This title can't be played right now",
  planTitle: 'Your plan does not include this content',
  planText: `This is premium content. ${offer.name} opens it for ${formatUsd(offer.priceUsd)} per ${offer.period}.`,
  seePlans: 'See plans',
  noMedia: 'No media file available for this content.',
  playerUnavailable: 'The player could not be loaded. Check your connection and try again.',
  secureUrlFailed: (reason: string) => `Failed to get secure video URL: ${reason}`,
  cookiesRejected: 'the content delivery network denied access',
  /** By `MediaError.code`. */
  mediaErrors: {
    1: 'Video loading aborted',
    2: 'Network error - check internet connection and CORS configuration',
    3: 'Video decode error - file may be corrupted',
    4: 'Video format not supported or CORS blocked',
  } as Readonly<Record<number, string>>,
  unknownError: (code: number) => `Unknown error (code: ${code})`,
  testBadge: 'Not tracked in analytics',
} as const;
