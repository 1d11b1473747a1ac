import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Seconds of the longest files, from a run of all tests on two processors. Rough values do: they decide only what
 * starts first.
 */
const recorded = {
  'test/e2e/screens.test.ts': 256,
  'test/integration/stack/faults.test.ts': 138,
  'test/e2e/billing.test.ts': 117,
  'test/integration/local/demo-catalog.test.ts': 98,
  'test/integration/local/least-privilege.test.ts': 97,
  'test/integration/stack/hostile-input.test.ts': 81,
  'test/integration/stack/matrix.test.ts': 74,
  'test/integration/local/template-mutations.test.ts': 72,
  'test/e2e/admin-content.test.ts': 69,
  'test/e2e/history.test.ts': 63,
  'test/e2e/sessions.test.ts': 62,
  'test/e2e/renewal.test.ts': 60,
  'test/e2e/source-shapes.test.ts': 60,
  'test/integration/stack/drill.test.ts': 51,
  'test/e2e/analysis.test.ts': 50,
  'test/e2e/administration.test.ts': 46,
  'test/integration/stack/live.test.ts': 40,
  'test/e2e/library.test.ts': 38,
  'test/e2e/main-job.test.ts': 38,
  'test/e2e/player.test.ts': 38,
  'test/e2e/slow-network.test.ts': 37,
  'test/integration/local/start-and-stop.test.ts': 37,
};

/**
 * Starts the longest test files first, so that no worker runs a long one alone at the end. Jest does so with the times
 * of earlier runs; in a fresh checkout it knows only sizes, and one of the longest files is the smallest.
 */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const root = sorted[0]?.context.config.rootDir ?? '';
    const missing = Object.keys(recorded).filter((file) => root !== '' && !existsSync(join(root, file)));
    if (missing.length > 0) throw new Error(`longest-first.mjs names files that do not exist: ${missing.join(', ')}`);
    const secondsByPath = new Map(Object.entries(recorded).map(([file, seconds]) => [join(root, file), seconds]));
    const isTimed = ({ duration }) => typeof duration === 'number';
    const secondsOf = (test) => (isTimed(test) ? test.duration / 1000 : (secondsByPath.get(test.path) ?? 0));
    // The sort is stable: files without a known time keep Jest's order, by size.
    return sorted.every(isTimed) ? sorted : sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
