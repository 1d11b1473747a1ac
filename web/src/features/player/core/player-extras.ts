/**
 * What the player offers beside playing: speed, quality, captions, chapters, a window of its own, and panels that show
 * them.
 */
import type { CaptionTrack } from '../../../../../lambdas/contract/content/captions.ts';
import type { Chapter } from '../../../../../lambdas/contract/content/chapters.ts';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { EngineEvents, MediaEngine } from '../engine/media-engine.ts';
import { createPreferences, rateNear, RATE_STEP, type Preferences } from './preferences.ts';

/** What a content brings along. */
export interface PlayDetails {
  readonly chapters: readonly Chapter[];
  readonly captions: readonly CaptionTrack[];
  /** Same-origin address of the storyboard's WebVTT; null: there is none. */
  readonly storyboardUrl: string | null;
}

/** Panels of the full player; one at a time. */
export type PanelName = 'queue' | 'chapters' | 'settings' | 'shortcuts';

/** The part of the player's state that this keeps. */
export interface ExtrasState {
  /** 1 is as recorded. */
  readonly rate: number;
  /** Null until they were read, and while nothing plays. */
  readonly details: PlayDetails | null;
  /** The captions that are shown. */
  readonly captions: CaptionTrack | null;
  /**
   * Heights that can be chosen, greatest first; the height that was chosen (null: automatic), and the one that is shown
   * (null: not known).
   */
  readonly heights: readonly number[];
  readonly wantedHeight: number | null;
  readonly height: number | null;
  /** Whether the picture is in a window of its own, and whether it can be. */
  readonly outside: boolean;
  readonly canLeavePage: boolean;
  readonly panel: PanelName | null;
}

/** What screens may ask of it. */
export interface ExtrasActions {
  /** The lines of the captions at this moment. */
  readonly cues: Pick<Store<readonly string[]>, 'get' | 'subscribe'>;
  readonly preferences: Preferences;
  readonly setRate: (rate: number) => void;
  /** The next faster or slower speed. */
  readonly stepRate: (direction: 1 | -1) => void;
  /** Null leaves the choice to the measured bandwidth. Lasts until the page is left. */
  readonly setHeight: (height: number | null) => void;
  /** Shows the captions in a language; null shows none. */
  readonly setCaptions: (language: string | null) => void;
  readonly toggleCaptions: () => void;
  /** Puts the picture into a window of its own, or back. */
  readonly togglePicture: () => void;
  readonly showPanel: (panel: PanelName | null) => void;
}

/** Of an empty player. */
export const emptyExtras = (rate: number): ExtrasState => ({
  rate,
  details: null,
  captions: null,
  heights: [],
  wantedHeight: null,
  height: null,
  outside: false,
  canLeavePage: false,
  panel: null,
});

export interface ExtrasParts {
  readonly state: Pick<Store<ExtrasState>, 'get'>;
  readonly patch: (next: Partial<ExtrasState>) => void;
  readonly engine: () => MediaEngine | null;
  readonly preferences?: Preferences;
  /** What a content brings along. */
  readonly details?:
    ((contentId: string) => Promise<Pick<ContentView, 'chapters' | 'captions' | 'storyboard_url'>>) | undefined;
}

const languageOf = (tag: string): string => tag.split('-')[0] ?? tag;

/**
 * The captions for a wanted language: that very one, else another of the same language, else the browser's, else the
 * first.
 */
export const captionsFor = (
  tracks: readonly CaptionTrack[],
  wanted: string | null,
  browser: string = navigator.language,
): CaptionTrack | null =>
  tracks.find(({ language }) => language === wanted) ??
  tracks.find(({ language }) => wanted !== null && languageOf(language) === languageOf(wanted)) ??
  tracks.find(({ language }) => languageOf(language) === languageOf(browser)) ??
  tracks[0] ??
  null;

/** Makes it, for one player. */
export const createExtras = ({
  state,
  patch,
  engine,
  preferences = createPreferences(),
  details: readDetails,
}: ExtrasParts) => {
  const cues = createStore<readonly string[]>([]);
  /** The content whose details were asked for. */
  let asked: string | null = null;

  const show = (captions: CaptionTrack | null) => {
    patch({ captions });
    engine()?.showCaptions(captions);
  };

  /**
   * The chapters of the title before stay open for those of the next; where it has none there is nothing to stay for.
   */
  const closeEmpty = () => {
    if (state.get().panel === 'chapters') patch({ panel: null });
  };

  const actions: ExtrasActions = {
    cues,
    preferences,
    setRate: (wanted) => {
      const rate = rateNear(wanted);
      preferences.choose({ rate });
      engine()?.setRate(rate);
      patch({ rate });
    },
    stepRate: (direction) => actions.setRate(state.get().rate + direction * RATE_STEP),
    setHeight: (height) => {
      engine()?.setHeight(height);
      patch({ wantedHeight: height });
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
    onPicture: (outside) => patch({ outside }),
  };

  return {
    actions,
    events,
    /** The engine is there: it takes over what was chosen before. */
    engineReady: (ready: MediaEngine) => {
      const { rate, wantedHeight } = state.get();
      ready.setRate(rate);
      ready.setHeight(wantedHeight);
      patch({ canLeavePage: ready.canLeavePage });
    },
    /** Another item takes the place of what played. */
    leave: () => {
      asked = null;
      engine()?.showCaptions(null);
      patch({ details: null, captions: null, heights: [], height: null });
    },
    closeEmpty,
    /** Something plays, or waits for a press: now there is time for what it brings along. */
    begin: (contentId: string) => {
      if (asked === contentId) return;
      if (!readDetails) return closeEmpty();
      asked = contentId;
      readDetails(contentId).then(
        ({ chapters, captions, storyboard_url: storyboardUrl }) => {
          if (asked !== contentId) return;
          patch({ details: { chapters, captions, storyboardUrl } });
          if (chapters.length === 0) closeEmpty();
          if (preferences.get().captions) show(captionsFor(captions, preferences.get().language));
        },
        // It plays without them; the next play asks again.
        () => {
          if (asked !== contentId) return;
          asked = null;
          closeEmpty();
        },
      );
    },
  };
};

export type Extras = ReturnType<typeof createExtras>;
