import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../web/src/lib/api/api-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { publishTitle } from './publish-title.ts';
import { lowerReviewThreshold } from './review.ts';
import { beginSession, signInAtSite } from './site.ts';
import type { DemoState } from './state.ts';
import { demoTitles } from './titles.ts';

export interface CatalogOptions {
  /** Origin of the running site. */
  readonly url: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly state: DemoState;
  readonly terminal: Terminal;
  /** Stops it between two steps; the next start resumes there. */
  readonly signal: AbortSignal;
}

const MEDIA = join(import.meta.dirname, 'media');

/** Tries of a title while the site is too busy to respond. Each continues where the one before ended. */
const MAX_TRIES = 5;
/** Milliseconds between two of them: what the site's own responses ask for. */
const RETRY_MS = 2000;

/** Runs `publish`, again while the site is temporarily unavailable. */
const withRetries = async (publish: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await publish();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'unavailable';
      if (!isBusy || tries === MAX_TRIES) throw error;
      await pause(RETRY_MS, undefined, { signal });
    }
  }
};

/**
 * Creates the missing titles of the demo catalog one by one, as an administrator would on the running site, and prints
 * each step. When a title fails, its reason is printed, the others are still created, and the next start tries again.
 */
export const createCatalog = async ({ url, admin, state, terminal, signal }: CatalogOptions): Promise<void> => {
  const missing = state.empty ? [] : demoTitles.filter(({ key }) => state.title(key)?.stage !== 'done');
  if (missing.length === 0) return;
  terminal.line(
    `Creating the demo catalog: ${missing.length} title${missing.length === 1 ? '' : 's'}, processed like your uploads`,
  );
  const session = await signInAtSite(url, admin.email, admin.password);
  const { api } = session;
  await beginSession(session);
  if (missing.some(({ approval }) => approval !== undefined)) await lowerReviewThreshold(api, signal);
  const { items: categories } = await api.call('catalog.list-categories', {}, { signal });
  for (const title of missing) {
    const line = terminal.growing(title.title);
    const from = performance.now();
    try {
      const deps = {
        api,
        state,
        signal,
        readFile: (name: string) => readFile(join(MEDIA, name)),
        categoryId: (name: string) => categories.find((category) => category.name === name)?.id ?? null,
        onStep: line.step,
      };
      await withRetries(() => publishTitle(deps, title), signal);
      line.step(`published after ${((performance.now() - from) / 1000).toFixed(1)} s`);
      line.step('ready');
    } catch (error) {
      if (signal.aborted) return;
      line.step(`failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await session.signOut().catch(() => undefined);
  if (!signal.aborted) terminal.line(`The demo catalog is ready: ${url}/streaming`);
};
