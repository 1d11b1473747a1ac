import type { AnalysisTopic } from '../../lambdas/contract/content/analyzed-titles.ts';

/** A title of the demo catalog. `CREDITS.md` lists the sources of the files. */
export interface DemoTitle {
  /** Identifies it in the demo state of a data folder. Never change or reuse a key. */
  readonly key: string;
  /** In `media/`. */
  readonly file: string;
  readonly fileType: string;
  readonly title: string;
  readonly artist: string;
  readonly contentType: 'music' | 'video';
  /** Name of one of the demo categories. */
  readonly category: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** What is said, which is aligned to the sound. It becomes transcript and captions without speech recognition. */
  readonly script?: string;
  /**
   * A topic that the analysis misses. It is added as a correction of the administrator, which the title's analysis
   * shows as such.
   */
  readonly topic?: AnalysisTopic;
  /**
   * For a title in which a model finds something that is not there: the reason with which it is approved. It is
   * published after its review.
   */
  readonly approval?: string;
}

/** Oldest first: the feed shows the last one at the front. */
export const demoTitles: readonly DemoTitle[] = [
  {
    key: 'ask-not',
    file: 'ask-not.mp3',
    fileType: 'audio/mpeg',
    contentType: 'music',
    category: 'Talks',
    title: 'Ask not what your country can do for you',
    artist: 'John F. Kennedy',
    description: 'The best-known sentence of the inaugural address, Washington, 20 January 1961.',
    tags: ['speech', 'history', '1961'],
    // The word list needs more than one sentence.
    topic: 'politics',
    script:
      'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.',
  },
  {
    key: 'onion-soup',
    file: 'onion-soup.mp3',
    fileType: 'audio/mpeg',
    contentType: 'music',
    category: 'Podcasts',
    title: 'Onion soup in five sentences',
    artist: 'A computed voice',
    description: 'A recipe, spoken by a computer. The analysis finds its topic in the words.',
    tags: ['cooking', 'recipe', 'short'],
    script:
      'Welcome to the kitchen. Tonight we cook a soup of onions, butter and garlic. Chop the onions, melt the butter ' +
      'in a deep pan, and let them simmer. Add chicken broth, a little wine, and pepper. Serve it hot, with bread ' +
      'and cheese.',
  },
  {
    key: 'porcelain-rabbit',
    file: 'porcelain-rabbit.mp4',
    fileType: 'video/mp4',
    contentType: 'video',
    category: 'Film',
    title: 'Porcelain Rabbit',
    artist: 'Chris Mills, MDN Web Docs',
    description: 'A camera walks around a very small rabbit.',
    tags: ['still life', 'short'],
  },
  {
    key: 'horned-viper',
    file: 'horned-viper.mp3',
    fileType: 'audio/mpeg',
    contentType: 'music',
    category: 'Music',
    title: 'Horned Viper',
    artist: 'Conquest of Steel',
    description: 'The opening of the sixth track on “Of Fire and Steel” (2013).',
    tags: ['heavy metal', 'excerpt'],
  },
  {
    key: 'glass-lotus',
    file: 'glass-lotus.mp4',
    fileType: 'video/mp4',
    contentType: 'video',
    category: 'Film',
    title: 'Glass Lotus',
    artist: 'Chris Mills, MDN Web Docs',
    description: 'Light in a glass flower, from above and up close.',
    tags: ['still life', 'short'],
    approval: 'A glass flower, seen up close. The model is wrong: the makers of the demo catalog looked at the frame.',
  },
  {
    key: 'prelude-in-c',
    file: 'prelude-in-c.m4a',
    fileType: 'audio/mp4',
    contentType: 'music',
    category: 'Music',
    title: 'Prelude in C major',
    artist: 'Johann Sebastian Bach',
    description: 'From “The Well-Tempered Clavier” (BWV 846), the first nineteen bars, on computed strings.',
    tags: ['baroque', 'plucked strings', 'excerpt'],
  },
  {
    key: 'prelude-in-light',
    file: 'prelude-in-light.mp4',
    fileType: 'video/mp4',
    contentType: 'video',
    category: 'Concerts',
    title: 'Prelude in Light',
    artist: 'Johann Sebastian Bach',
    description:
      'The Prelude in C major, BWV 846, as lights: each is as long as its note lasts and as high as it sounds.',
    tags: ['baroque', 'animation', 'excerpt'],
  },
];
