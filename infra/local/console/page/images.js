import { h } from './dom.js';
import { duration } from './format.js';
import { chip, head, table, when } from './parts.js';

const percent = (score) => `${Math.round(score * 100)}%`;

/** What a model sees in a picture: its likeliest class. */
const likeliest = (scores) => {
  if (!scores) return '–';
  const [name, score] = Object.entries(scores).sort(([, a], [, b]) => b - a)[0];
  return `${name} ${percent(score)}`;
};

/** Rekognition's calls. */
export const images = {
  id: 'images',
  title: 'Images',
  load: (api) => api.get('images'),
  badge: () => undefined,
  view: ({ modelsLoaded, analyses }) => [
    head('Images', 'Rekognition calls. A label needs the agreement of two models; nothing is recognized but nudity.'),
    h('p', null, chip(modelsLoaded ? 'models loaded' : 'models not loaded', modelsLoaded ? 'good' : '')),
    table(
      'Latest calls',
      ['Time', 'Operation', 'Image', 'First model', 'Second model', 'Result', '#Duration'],
      analyses.map(({ at, operation, source, scores, outcome, durationMs }, index) => ({
        key: `${at} ${index}`,
        tone: outcome.error ? 'bad' : null,
        cells: [
          when(at),
          operation,
          h('span', { class: 'mono break' }, source),
          likeliest(scores[0]),
          likeliest(scores[1]),
          outcome.error ?? (outcome.labels.join(', ') || 'no labels'),
          duration(durationMs),
        ],
      })),
      'No calls yet.',
    ),
  ],
  actions: {},
};
