/** Events of the element's captions and picture. */
export interface ElementEvents {
  /** The caption lines at the current position. */
  readonly onCues: (lines: readonly string[]) => void;
  /** Picture-in-picture opened or closed. */
  readonly onPicture: (open: boolean) => void;
}

/** A caption file. */
export interface CaptionSource {
  /** Same-origin URL of the WebVTT. */
  readonly url: string;
  /** BCP 47. */
  readonly language: string;
  readonly label: string;
}

/** Features of a media element besides playing. */
export interface ElementExtras {
  /** 1 is normal speed. Also applies to media that is loaded later. */
  readonly setRate: (rate: number) => void;
  /** Loads captions and reports their lines; null removes them. */
  readonly showCaptions: (source: CaptionSource | null) => void;
  /** Whether this browser supports picture-in-picture. */
  readonly supportsPictureInPicture: boolean;
  /** Opens or closes picture-in-picture. If the browser denies it, nothing changes. */
  readonly togglePicture: () => void;
}

const linesOf = (cues: TextTrackCueList | null): readonly string[] =>
  Array.from(cues ?? []).flatMap((cue) => {
    // Plain text only: voices, classes and ruby are not rendered.
    const text = (cue as VTTCue).getCueAsHTML().textContent ?? '';
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  });

/** Adds captions, speed and picture-in-picture to `element`. */
export const createElementExtras = (element: HTMLVideoElement, events: ElementEvents): ElementExtras => {
  let track: HTMLTrackElement | null = null;

  element.addEventListener('enterpictureinpicture', () => events.onPicture(true));
  element.addEventListener('leavepictureinpicture', () => events.onPicture(false));

  return {
    setRate: (rate) => {
      // Another source starts with the default rate.
      element.defaultPlaybackRate = rate;
      // 0: held until it reaches its start (`start-position.ts`), and then gets the default rate.
      if (element.playbackRate !== 0) element.playbackRate = rate;
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
      // The page renders the lines itself: over music too, and with its own contrast.
      shown.track.mode = 'hidden';
      track = shown;
    },
    supportsPictureInPicture:
      document.pictureInPictureEnabled === true && typeof element.requestPictureInPicture === 'function',
    togglePicture: () => {
      const done =
        document.pictureInPictureElement === element
          ? document.exitPictureInPicture()
          : element.requestPictureInPicture();
      done.catch(() => undefined);
    },
  };
};
