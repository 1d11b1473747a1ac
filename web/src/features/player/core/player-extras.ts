/** Features of the player besides playing: speed, quality, captions, chapters, picture-in-picture and panels. */
import type { CaptionTrack } from '../../../../../lambdas/contract/content/captions.ts';
import type { Chapter } from '../../../../../lambdas/contract/content/chapters.ts';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { isTransientFailure } from '../../../lib/api/api-error.ts';
import { retrying } from '../../../lib/api/retry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { EngineEvents, MediaEngine } from '../engine/media-engine.ts';
import { createPreferences, rateNear, RATE_STEP, type Preferences } from './preferences.ts';

/** Details of an item that are loaded after it started. */
export interface PlayDetails {
  readonly chapters: readonly Chapter[];
  readonly captions: readonly CaptionTrack[];
  readonly hasTranscript: boolean;
  /** Same-origin URL of the storyboard's WebVTT; null for none. */
  readonly storyboardUrl: string | null;
}

/** Panels of the full player; one at a time. */
export type PanelName = 'queue' | 'chapters' | 'transcript' | 'settings' | 'shortcuts';

/** The part of the player's state that belongs to these features. */
export interface ExtrasState {
  /** 1 is normal speed. */
  readonly rate: number;
  /** Null until they are loaded, and while the player is empty. */
  readonly details: PlayDetails | null;
  /** The captions that are shown. */
  readonly captions: CaptionTrack | null;
  /** Heights to choose from, in pixels, greatest first. */
  readonly heights: readonly number[];
  /** The chosen height; null for automatic. */
  readonly chosenHeight: number | null;
  /** The height that is shown; null if it is not known. */
  readonly height: number | null;
  /** Whether the picture is in a picture-in-picture window. */
  readonly pictureInPicture: boolean;
  /** Whether the browser supports picture-in-picture. */
  readonly supportsPictureInPicture: boolean;
  readonly panel: PanelName | null;
}

/** The actions of these features. */
export interface ExtrasActions {
  /** The caption lines at the current position. */
  readonly cues: Pick<Store<readonly string[]>, 'get' | 'subscribe'>;
  readonly preferences: Preferences;
  readonly setRate: (rate: number) => void;
  /** Sets the next faster or slower speed. */
  readonly stepRate: (direction: 1 | -1) => void;
  /** Null chooses by bandwidth. Applies until the page is closed. */
  readonly setHeight: (height: number | null) => void;
  /** Shows the captions in a language; null shows none. */
  readonly setCaptions: (language: string | null) => void;
  readonly toggleCaptions: () => void;
  /** Opens or closes picture-in-picture. */
  readonly togglePicture: () => void;
  readonly showPanel: (panel: PanelName | null) => void;
}

/** The state of an empty player. */
export const emptyExtras = (rate: number): ExtrasState => ({
  rate,
  details: null,
  captions: null,
  heights: [],
  chosenHeight: null,
  height: null,
  pictureInPicture: false,
  supportsPictureInPicture: false,
  panel: null,
});

/** How often a lost request for details is repeated: for half a minute. */
const DETAILS_RETRIES = 5;

/** What is read of an item. */
type LoadedDetails = Pick<ContentView, 'chapters' | 'captions' | 'has_transcript' | 'storyboard_url'>;

export interface ExtrasParts {
  readonly clock: Clock;
  readonly state: Pick<Store<ExtrasState>, 'get'>;
  readonly patch: (next: Partial<ExtrasState>) => void;
  readonly engine: () => MediaEngine | null;
  readonly preferences?: Preferences;
  /** Loads the details of an item. */
  readonly details?: ((contentId: string) => Promise<LoadedDetails>) | undefined;
}

interface DetailsLoader {
  readonly clock: Clock;
  readonly read: ExtrasParts['details'];
  readonly onLoaded: (content: LoadedDetails) => void;
  readonly onMissing: () => void;
}

/** Loads the details of the current item, once. A lost request is repeated until another item replaces it. */
const createDetailsLoader = ({ clock, read, onLoaded, onMissing }: DetailsLoader) => {
  /** Id of the item whose details were requested. */
  let requested: string | null = null;
  let left = new AbortController();
  return {
    begin: (contentId: string): void => {
      if (requested === contentId) return;
      if (!read) return onMissing();
      requested = contentId;
      const retries = { clock, retries: DETAILS_RETRIES, isTransient: isTransientFailure, signal: left.signal };
      retrying(retries, () => read(contentId)).then(
        (content) => {
          if (requested === contentId) onLoaded(content);
        },
        // The item plays without details; the next play requests them again.
        () => {
          if (requested !== contentId) return;
          requested = null;
          onMissing();
        },
      );
    },
    leave: (): void => {
      requested = null;
      left.abort();
      left = new AbortController();
    },
  };
};

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

/**
 * The captions for a preferred language tag: the exact tag, otherwise the same language, otherwise the browser's
 * language, otherwise the first track.
 */
export const captionsFor = (
  tracks: readonly CaptionTrack[],
  preferred: string | null,
  browser: string = navigator.language,
): CaptionTrack | null =>
  tracks.find(({ language }) => language === preferred) ??
  tracks.find(({ language }) => preferred !== null && languageOf(language) === languageOf(preferred)) ??
  tracks.find(({ language }) => languageOf(language) === languageOf(browser)) ??
  tracks[0] ??
  null;

/** Creates the features of one player. */
export const createExtras = ({
  clock,
  state,
  patch,
  engine,
  preferences = createPreferences(),
  details: readDetails,
}: ExtrasParts) => {
  const cues = createStore<readonly string[]>([]);

  const show = (captions: CaptionTrack | null) => {
    patch({ captions });
    engine()?.showCaptions(captions);
  };

  /** Chapters and transcript stay open while the next item loads, and close when that item has none or fails. */
  const closeEmpty = (details?: PlayDetails) => {
    const { panel } = state.get();
    if (panel === 'chapters' && !details?.chapters.length) patch({ panel: null });
    if (panel === 'transcript' && !details?.hasTranscript) patch({ panel: null });
  };

  const showDetails = (content: LoadedDetails) => {
    const { chapters, captions, has_transcript: hasTranscript, storyboard_url: storyboardUrl } = content;
    const details = { chapters, captions, hasTranscript, storyboardUrl };
    patch({ details });
    closeEmpty(details);
    if (preferences.get().captions) show(captionsFor(captions, preferences.get().language));
  };

  const details = createDetailsLoader({ clock, read: readDetails, onLoaded: showDetails, onMissing: closeEmpty });

  const actions: ExtrasActions = {
    cues,
    preferences,
    setRate: (value) => {
      const rate = rateNear(value);
      preferences.choose({ rate });
      engine()?.setRate(rate);
      patch({ rate });
    },
    stepRate: (direction) => actions.setRate(state.get().rate + direction * RATE_STEP),
    setHeight: (height) => {
      engine()?.setHeight(height);
      patch({ chosenHeight: height });
    },
    setCaptions: (language) => {
      const { details } = state.get();
      preferences.choose(language === null ? { captions: false } : { captions: true, language });
      show(language === null ? null : captionsFor(details?.captions ?? [], language));
    },
    toggleCaptions: () => {
      const { captions, details } = state.get();
      if (captions) return actions.setCaptions(null);
      const next = captionsFor(details?.captions ?? [], preferences.get().language);
      if (next) actions.setCaptions(next.language);
    },
    togglePicture: () => engine()?.togglePicture(),
    showPanel: (panel) => patch({ panel }),
  };

  const events: Pick<EngineEvents, 'onQualities' | 'onHeight' | 'onCues' | 'onPicture'> = {
    onQualities: (heights) => patch({ heights }),
    onHeight: (height) => patch({ height }),
    onCues: cues.set,
    onPicture: (pictureInPicture) => patch({ pictureInPicture }),
  };

  return {
    actions,
    events,
    /** Applies earlier choices to an engine that was just loaded. */
    engineReady: (ready: MediaEngine) => {
      const { rate, chosenHeight } = state.get();
      ready.setRate(rate);
      ready.setHeight(chosenHeight);
      patch({ supportsPictureInPicture: ready.supportsPictureInPicture });
    },
    /** Another item replaces the current one. */
    leave: () => {
      details.leave();
      engine()?.showCaptions(null);
      patch({ details: null, captions: null, heights: [], height: null });
    },
    closeEmpty,
    /** Loads the details of an item, once it plays or waits for the user to start it. */
    begin: details.begin,
  };
};

export type Extras = ReturnType<typeof createExtras>;
