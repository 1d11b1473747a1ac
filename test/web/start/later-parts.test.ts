import { posix } from 'node:path';
import { readSources } from '../../support/source-tree.ts';

const LATER_PARTS = 'web/src/areas/listener/later-parts.ts';

/** Dialogs and panels that the listener's screens load on first use, for administrators only. */
const STAFF_PARTS = ['web/src/areas/listener/test-mode-notice.tsx', 'web/src/features/moderation/hide-button.tsx'];
/** Loaded in advance together with the player. */
const PLAYER_PARTS = ['web/src/areas/listener/player/player-view.tsx'];

it('downloads every dialog and panel of the listener in advance, so that it opens offline', () => {
  const sources = readSources('web/src/areas/listener', 'web/src/features/library', 'web/src/features/player');
  const lazyOf = ({ path, text }: (typeof sources)[number]) =>
    [...text.matchAll(/import\('(\.[^']+\.tsx)'\)/g)].map(([, name = '']) => posix.join(posix.dirname(path), name));
  const inAdvance = new Set(sources.filter(({ path }) => path === LATER_PARTS).flatMap(lazyOf));
  const onFirstUse = new Set(sources.filter(({ path }) => path !== LATER_PARTS).flatMap(lazyOf));
  expect(onFirstUse.size).toBeGreaterThan(5);
  const missing = [...onFirstUse].filter((path) => !inAdvance.has(path));
  expect(missing.sort()).toEqual([...PLAYER_PARTS, ...STAFF_PARTS].sort());
});
