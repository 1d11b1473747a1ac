import { bytes, duration } from './format.js';
import { head, table, when } from './parts.js';

/** Comprehend's calls. */
export const texts = {
  id: 'texts',
  title: 'Texts',
  load: (api) => api.get('texts'),
  badge: () => undefined,
  view: ({ analyses }) => [
    head('Texts', 'Comprehend calls, answered with word lists and rules. The texts are not recorded.'),
    table(
      'Latest calls',
      ['Time', 'Operation', '#Documents', '#Size', 'Result', '#Duration'],
      analyses.map(({ at, operation, documents, bytes: size, durationMs, error }, index) => ({
        key: `${at} ${index}`,
        tone: error ? 'bad' : null,
        cells: [when(at), operation, String(documents), bytes(size), error ?? 'analyzed', duration(durationMs)],
      })),
      'No calls yet.',
    ),
  ],
  actions: {},
};
