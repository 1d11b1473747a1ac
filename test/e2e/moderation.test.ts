import type { Page } from 'playwright-core';
import { waitFor } from '../support/stack/local-stack.ts';
import { fitsInto } from '../support/browser/page.ts';
import { showTheme, themes, violationsOf } from '../support/screens/look.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { scenario } from '../support/browser/scenario.ts';
import { silentFilm, tinyFilm } from '../support/media/tiny-film.ts';
import { setModeration } from '../support/worlds/moderating.ts';
import { openUploads } from '../support/worlds/uploading.ts';

const TITLE = 'Loudest of all';
/** A film of one second, whose replacement lasts two. */
const FILM = 'Two takes';

let site: Site;
/** The owner of the playlist, who reports nothing, and the administrator. */
let owner: Page;
let admin: Page;
let ownerToken: string;
let adminToken: string;
/** Another user, by calls only. */
let other: string;
let id: string;

const reported = () => admin.getByRole('list', { name: 'Reported' }).getByRole('listitem').filter({ hasText: TITLE });
const statusFor = async (
  token: string,
  key: 'library.get-playlist' | 'library.list-entries' = 'library.get-playlist',
) => (await site.api.request(key, { params: { id } }, token)).status;
const isPublic = async () =>
  (await site.api.call('library.list-public-playlists', { query: {} }, other)).items.some((one) => one.id === id);
const becomes = (what: string, check: () => Promise<boolean>) =>
  waitFor(what, async () => ((await check()) ? true : undefined));

beforeAll(async () => {
  site = await openSharedSite();
  const [listener, administrator, newcomer] = [
    await site.accounts.demo('listener'),
    await site.accounts.demo('admin'),
    await site.accounts.newcomer(),
  ];
  [ownerToken, adminToken, other] = [listener.token, administrator.token, newcomer.token];
  const body = { title: TITLE, visibility: 'public' as const };
  ({ id } = await site.api.call('library.create-playlist', { body }, ownerToken));
  [owner, admin] = await Promise.all([site.signedIn('listener'), site.signedIn('admin')]);
  await owner.goto(`${site.url}/playlist/${id}`);
  await admin.goto(`${site.url}/admin/playlists`);
});
afterAll(async () => {
  // The test files after this one publish without a review.
  if (adminToken) await setModeration(site.api, adminToken, false);
  await site?.close();
});

scenario(
  'a playlist is reported, hidden and shown again',
  [
    'shows a report to administrators at once, with its text and without its sender',
    async () => {
      await admin.getByText('No reports are waiting for a decision.').waitFor();
      const report = { reason: 'hateful', text: 'Look at the title' } as const;
      await site.api.call('library.report-playlist', { params: { id }, body: report }, other);
      await reported().getByText('1 report', { exact: true }).waitFor();
      await reported().getByText('Hateful or abusive: 1').waitFor();
      await reported()
        .getByRole('button', { name: `Read reports of ${TITLE}` })
        .click();
      await reported().getByText('Look at the title').waitFor();
      // Another user reports it on its page. The same user's second report only replaces the first.
      const page = await site.openPage(admin.context());
      await page.goto(`${site.url}/playlist/${id}`);
      for (const reason of ['Something else', 'Sexual content']) {
        await page.getByRole('button', { name: 'Report', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: `Report ${TITLE}` });
        await dialog.getByLabel('Reason').selectOption(reason);
        await dialog.getByRole('button', { name: 'Send report' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.close();
      await reported().getByText('2 reports').waitFor();
      await reported().getByText('Sexual content: 1').waitFor();
      // The open list of reports follows a moment after the sums.
      await reported().getByText('Something else').waitFor({ state: 'detached' });
    },
  ],
  [
    'has no accessibility violations in both themes at every width',
    async () => {
      for (const theme of themes) {
        await showTheme(admin, theme);
        for (const width of [320, 1280]) {
          await fitsInto(admin, [width]);
          expect([theme, width, await violationsOf(admin)]).toEqual([theme, width, []]);
        }
      }
    },
  ],
  [
    'hides the playlist from everyone but its owner, who sees the reason, and administrators',
    async () => {
      expect([await statusFor(other), await statusFor(other, 'library.list-entries')]).toEqual([200, 200]);
      await reported()
        .getByRole('button', { name: `Hide playlist ${TITLE}` })
        .click();
      const dialog = admin.getByRole('dialog', { name: `Hide ${TITLE}?` });
      await dialog.getByLabel('Reason').fill('The title insults people.');
      await dialog.getByRole('button', { name: 'Hide playlist' }).click();
      await admin.getByText('No reports are waiting for a decision.').waitFor();
      await admin.getByRole('list', { name: 'Hidden' }).getByText('Reason: The title insults people.').waitFor();

      await owner.getByText('Hidden by an administrator').waitFor();
      await owner.getByText('Reason: The title insults people.', { exact: false }).waitFor();
      for (const key of ['library.get-playlist', 'library.list-entries'] as const)
        expect([
          await statusFor(other, key),
          await statusFor(ownerToken, key),
          await statusFor(adminToken, key),
        ]).toEqual([404, 200, 200]);
      const missing = { params: { id: 'pls_01ARZ3NDEKTSV4RRFFQ69G5FAV' } };
      const [hidden, unknown] = [
        await site.api.request('library.get-playlist', { params: { id } }, other),
        await site.api.request('library.get-playlist', missing, other),
      ];
      const withoutRequest = (text: string): unknown => ({ ...(JSON.parse(text) as object), requestId: '' });
      expect(withoutRequest(hidden.text)).toEqual(withoutRequest(unknown.text));
      await becomes('the shorter list of public playlists', async () => !(await isPublic()));
    },
  ],
  [
    'stays hidden when its owner makes it private and public again, and renames it',
    async () => {
      for (const visibility of ['Private', 'Public']) {
        await owner.getByRole('button', { name: 'Edit playlist' }).click();
        const dialog = owner.getByRole('dialog', { name: 'Edit playlist' });
        await dialog.getByLabel('Name').fill(`${TITLE}, ${visibility}`);
        await dialog.getByLabel('Visibility').selectOption(visibility);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.waitFor({ state: 'detached' });
        await owner.getByRole('heading', { level: 1, name: `${TITLE}, ${visibility}` }).waitFor();
        await owner.getByText('Hidden by an administrator').waitFor();
        expect([await statusFor(other), await isPublic()]).toEqual([404, false]);
      }
    },
  ],
  [
    'is shown again by an administrator, and both decisions are in the audit log',
    async () => {
      await admin.getByRole('button', { name: `Show playlist ${TITLE}, Public` }).click();
      const dialog = admin.getByRole('dialog', { name: `Show ${TITLE}, Public again?` });
      await dialog.getByLabel('Reason').fill('It was renamed.');
      await dialog.getByRole('button', { name: 'Show playlist' }).click();
      await admin.getByText('No playlists are hidden.').waitFor();
      await owner.getByText('Hidden by an administrator').waitFor({ state: 'detached' });
      expect(await statusFor(other)).toBe(200);
      await becomes('the list of public playlists', isPublic);
      await admin.goto(`${site.url}/admin/audit?id=${id}`);
      const log = admin.getByRole('list', { name: 'Entries' });
      for (const text of ['Playlist shown again', 'Playlist hidden', 'It was renamed.', 'The title insults people.'])
        await log.getByText(text, { exact: false }).first().waitFor();
      expect(site.problems).toEqual([]);
    },
  ],
);

/** Publishes the film, turns moderation on, and replaces the file, which is converted and then waits. */
const replaceFilm = async (): Promise<void> => {
  const uploads = openUploads(site.api, adminToken);
  const stored = (contentId: string) => site.api.call('catalog.get-content', { params: { id: contentId } }, adminToken);
  const { contentId, s3Key } = await uploads.put('first.flv', tinyFilm(), 'video/x-flv');
  await uploads.complete(s3Key);
  const body = { title: FILM, contentType: 'video', s3Key, status: 'published' } as const;
  await site.api.call('content.create-content', { body }, adminToken);
  await becomes('the published film', async () => (await stored(contentId)).status === 'published');

  await setModeration(site.api, adminToken, true);
  const bytes = silentFilm();
  const file = { fileName: 'second.mp4', fileType: 'video/mp4', fileSize: bytes.length };
  const second = await uploads.announce({ ...file, contentId });
  expect(await uploads.send(second.uploadUrl, bytes, file.fileType)).toBe(200);
  await uploads.complete(second.s3Key);
  await becomes('a waiting file', async () => (await stored(contentId)).waiting_file !== null);
};
/** Waits until a page plays a file of so many seconds. */
const playsFor = (page: Page, seconds: number) =>
  page.waitForFunction((expected) => Math.round(document.querySelector('video')?.duration ?? 0) === expected, seconds);
/** What a listener gets who plays the film now. */
const listenerGets = async (seconds: number): Promise<void> => {
  await owner.goto(`${site.url}/streaming`);
  await owner
    .getByRole('button', { name: `Play ${FILM}`, exact: true })
    .first()
    .click();
  await playsFor(owner, seconds);
};

scenario(
  'the new file of a published title waits for review',
  [
    'shows it to staff, while listeners get the current file',
    async () => {
      await replaceFilm();
      await listenerGets(1);
      await admin.goto(`${site.url}/admin/content?tab=pending`);
      await admin.getByText('Listeners get the current file until you accept the new one.').waitFor();
      await admin.getByRole('button', { name: `Play new file of ${FILM}` }).click();
      await playsFor(admin, 2);
    },
  ],
  [
    'gives it to listeners once it is accepted',
    async () => {
      await admin.getByRole('button', { name: `Accept new file of ${FILM}` }).click();
      const dialog = admin.getByRole('dialog', { name: `Accept the new file of “${FILM}”?` });
      await dialog.getByLabel('Reason').fill('Watched to the end.');
      await dialog.getByRole('button', { name: 'Accept new file' }).click();
      await dialog.waitFor({ state: 'detached' });
      await listenerGets(2);
    },
  ],
);
