import type { AnalysisTopic } from '../../../contract/content/analyzed-titles.ts';

/** The names of the topics in the taxonomy. */
export const TOPICS = {
  automotive: 'Automotive',
  books: 'Books and literature',
  business: 'Business and finance',
  crime: 'Crime and law',
  education: 'Education',
  family: 'Family and relationships',
  fashion: 'Fashion and beauty',
  food: 'Food and drink',
  gaming: 'Games',
  health: 'Health and fitness',
  home: 'Home and garden',
  movies: 'Movies and television',
  music: 'Music',
  nature: 'Nature and animals',
  politics: 'Politics and news',
  religion: 'Religion',
  science: 'Science',
  sports: 'Sports',
  technology: 'Technology',
  travel: 'Travel',
} as const satisfies Record<AnalysisTopic, string>;
export type Topic = AnalysisTopic;

export const TOPIC_NAMES = Object.keys(TOPICS) as readonly Topic[];
