/** A title of the demo catalog. Where its file is from: `CREDITS.md`. */
export interface DemoTitle {
  /** Names it in the memory of a data folder: never changed, never used again. */
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
    description: 'The sentence that everybody knows of the inaugural address, Washington, 20 January 1961.',
    tags: ['speech', 'history', '1961'],
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
    description: 'The opening of the sixth track of “Of Fire and Steel” (2013).',
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
    description: 'Light in a flower of glass, from above and from very near.',
    tags: ['still life', 'short'],
  },
  {
    key: 'prelude-in-c',
    file: 'prelude-in-c.m4a',
    fileType: 'audio/mp4',
    contentType: 'music',
    category: 'Music',
    title: 'Prelude in C major',
    artist: 'Johann Sebastian Bach',
    description:
      'From “The Well-Tempered Clavier” (BWV 846), the first nineteen bars, on strings that exist as numbers only.',
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
      'The beginning of the prelude in C major, BWV 846: each note is a light, as long as it is written and as high as it sounds.',
    tags: ['baroque', 'animation', 'excerpt'],
  },
];
