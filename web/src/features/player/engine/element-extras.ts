import type { EngineEvents } from './media-engine.ts';

/** Captions of what plays. */
export interface CaptionSource {
  /** Same-origin address of the WebVTT. */
  readonly url: string;
  /** BCP 47. */
  readonly language: string;
  readonly label: string;
}

/** What a media element can do beside playing. */
export interface ElementExtras {
  /** 1 is as recorded. Holds for what is loaded later too. */
  readonly setRate: (rate: number) => void;
  /** Reads captions and tells their lines as they come; null ends that. */
  readonly showCaptions: (source: CaptionSource | null) => void;
  /** Whether this browser shows pictures in a window of their own. */
  readonly canLeavePage: boolean;
  /** Puts the picture into a window of its own, or back. The browser may refuse, which changes nothing. */
  readonly togglePicture: () => void;
}

const linesOf = (cues: TextTrackCueList | null): readonly string[] =>
  Array.from(cues ?? []).flatMap((cue) => {
    // Only the words: names, classes and ruby are for those who draw cues themselves.
    const words = (cue as VTTCue).getCueAsHTML().textContent ?? '';
    return words
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  });

/** Adds captions, speed and picture-in-picture to `element`. */
export const createElementExtras = (
  element: HTMLVideoElement,
  events: Pick<EngineEvents, 'onCues' | 'onPicture'>,
): ElementExtras => {
  let track: HTMLTrackElement | null = null;

  element.addEventListener('enterpictureinpicture', () => events.onPicture(true));
  element.addEventListener('leavepictureinpicture', () => events.onPicture(false));

  return {
    setRate: (rate) => {
      // Loading another source begins with the default rate.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    showCaptions: (source) => {
      track?.remove();
      track = null;
      events.onCues([]);
      if (!source) return;
      const shown = document.createElement('track');
      shown.kind = 'captions';
      shown.src = source.url;
      shown.srclang = source.language;
      shown.label = source.label;
      shown.track.addEventListener('cuechange', () => {
        if (track === shown) events.onCues(linesOf(shown.track.activeCues));
      });
      element.append(shown);
      // Read and followed, but drawn by the page: over music too, and with its own contrast.
      shown.track.mode = 'hidden';
      track = shown;
    },
    canLeavePage: document.pictureInPictureEnabled === true && typeof element.requestPictureInPicture === 'function',
    togglePicture: () => {
      const done =
        document.pictureInPictureElement === element
          ? document.exitPictureInPicture()
          : element.requestPictureInPicture();
      done.catch(() => undefined);
    },
  };
};
