import type { Api } from '../../../support/api.ts';
import { waitFor } from '../../../support/stack/local-stack.ts';
import { SCHEDULED, type Operator } from '../../../support/stack/operator.ts';

interface Deps {
  readonly url: string;
  readonly api: Api;
  readonly operator: Operator;
  /** Access token of an administrator. */
  readonly token: string;
}

const CLEANUP_MS = 10_000;

/** Reads what uploads store in a running stack, and checks that rejected ones leave nothing. */
export const openUploadState = ({ url, api, operator, token }: Deps) => {
  /** Quota, objects, content items and table items, without those that record a rejected upload. */
  const read = async () => {
    const [creators, contentItems, inUploads, inMedia, items] = await Promise.all([
      api.call('catalog.list-creators', {}, token),
      api.call('content.list-all-content', { query: {} }, token),
      operator.objects('uploads'),
      operator.objects('media'),
      operator.items(),
    ]);
    // Audit log entries stay, and so do what an analysis has cost, rate counters, records of sign-ins, and records of
    // aborted uploads until they expire. Whether a title is analyzed before a test deletes it is chance, and a sign-in
    // is recorded a moment later.
    const lasting = items.filter(
      ({ pk, type, cleaned, expires_at: expires }) =>
        !/^(ALERT|AUDIT|BUDGET#|RATE#|SECURITY|SESSIONS#)/.test(String(pk)) &&
        !SCHEDULED.test(String(pk)) &&
        !(type === 'UPLOAD' && cleaned === true && typeof expires === 'number'),
    );
    return {
      used: creators.items.map(({ storage_used: used }) => used),
      contentItems: contentItems.items.map(({ title, status }) => [title, status]),
      objects: [...inUploads, ...inMedia],
      items: lasting.map(({ pk, sk }) => `${String(pk)} ${String(sk)}`).sort(),
    };
  };
  /** Runs the sweeper now, as its schedule does every five minutes. */
  const sweep = async (): Promise<void> => {
    const response = await fetch(`${url}/_local/invoke/sweeper`, { method: 'POST', body: '{}' });
    const { error } = (await response.json()) as { error: unknown };
    expect(error).toBeNull();
  };
  return {
    read,
    sweep,
    /**
     * Waits until the state is as expected. Sweeping removes what two workers rejected at the same moment.
     */
    async expectEqual(expected: Awaited<ReturnType<typeof read>>, { sweeping = true } = {}): Promise<void> {
      let now: typeof expected | undefined;
      await waitFor(
        'the expected state',
        async () => {
          now = await read();
          if (JSON.stringify(now) === JSON.stringify(expected)) return true;
          if (sweeping) await sweep();
          return undefined;
        },
        CLEANUP_MS,
      ).catch(() => expect(now).toEqual(expected));
    },
  };
};

export type UploadState = ReturnType<typeof openUploadState>;
export type StateOfUploads = Awaited<ReturnType<UploadState['read']>>;
