import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/stack/local-stack.ts';
import type { Person } from '../support/stack/sign-in.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { silentFilm } from '../support/media/tiny-film.ts';
import { tinyWav } from '../support/media/tiny-wav.ts';
import { setModeration } from '../support/worlds/moderating.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

const run = promisify(execFile);

let site: Site;
let admin: Person;
let page: Page;

/** Seals the waiting entries, as the schedule does every minute. */
const seal = async (): Promise<void> => {
  const { error } = (await (
    await fetch(`${site.url}/_local/invoke/audit-seal`, { method: 'POST', body: '{}' })
  ).json()) as { error?: unknown };
  if (error) throw new Error(JSON.stringify(error));
};

/** Runs the operator's command and returns its exit code and output. */
const verify = async (): Promise<{ readonly code: number; readonly text: string }> => {
  const command = run(process.execPath, [join(repositoryRoot, 'bin', 'audit.ts'), 'verify', '--stage', 'local'], {
    env: { ...process.env, SOUNDSTAGE_DATA: site.stack.dataFolder },
  });
  return command.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: `${stdout}${stderr}`,
    }),
  );
};

beforeAll(async () => {
  // A cloud of its own: this file shows the whole audit log.
  site = await openSite();
  admin = await site.accounts.demo('admin');
  page = await site.signedIn('admin');
});
afterAll(() => site?.close());

const field = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true });
const save = (of: Page) => of.getByRole('button', { name: 'Save settings' }).click();

describe('the settings', () => {
  scenario(
    'name the platform, survive a concurrent edit and require reviews',
    [
      'set the name of the platform, also for visitors',
      async () => {
        const visitor = await site.openPage();
        await visitor.goto(site.url);
        await visitor.waitForFunction(() => document.title.includes('Soundstage'));
        await page.goto(`${site.url}/admin/settings`);
        await field(page, 'Platform name').fill('Meadow <b>TV</b>');
        await field(page, 'Platform description').fill('Films of animals');
        await save(page);
        await page.getByText('Settings saved').first().waitFor();
        await page.waitForFunction(() => document.title === 'Settings · Meadow <b>TV</b>');
        // The browser may cache the response for a minute.
        const next = await site.openPage();
        await next.goto(site.url);
        await next.getByRole('banner').getByText('Meadow <b>TV</b>').waitFor();
        await next.getByRole('contentinfo').getByText('Films of animals').waitFor();
        await next.context().close();
        await visitor.context().close();
      },
    ],
    [
      'show both versions after a concurrent edit',
      async () => {
        const other = await site.openPage(page.context());
        await Promise.all([page, other].map((each) => each.goto(`${site.url}/admin/settings`)));
        await field(other, 'Platform name').fill('Theirs');
        await save(other);
        await other.getByText('Settings saved').first().waitFor();
        await field(page, 'Platform name').fill('Mine');
        await save(page);
        const table = page.getByRole('table', { name: 'Differences' });
        expect(await table.getByRole('row').nth(1).innerText()).toMatch(/Platform name\s+Mine\s+Theirs/);
        await page.getByRole('button', { name: 'Keep my changes' }).click();
        await save(page);
        await page.getByText('Settings saved').first().waitFor();
        const versions = page.getByRole('list', { name: 'History' }).getByRole('listitem');
        await versions.first().getByText('Version 3').waitFor();
        await waitFor('three versions', async () => ((await versions.count()) === 3 ? true : undefined));
        await other.close();
      },
    ],
    [
      'control whether an upload needs a review',
      async () => {
        const uploads = openUploads(site.api, admin.token);
        const send = async (
          title: string,
          contentType: 'music' | 'video' = 'music',
        ): Promise<{ readonly id: string; readonly status: string }> => {
          const { s3Key } =
            contentType === 'music'
              ? await uploads.put('tone.wav', tinyWav(), 'audio/wav')
              : await uploads.put('silent.mp4', silentFilm());
          await uploads.complete(s3Key);
          const body = { title, contentType, s3Key, status: 'published' } as const;
          return site.api.call('content.create-content', { body }, admin.token);
        };
        const status = async (id: string) =>
          (await site.api.call('catalog.get-content', { params: { id } }, admin.token)).status;
        const converted = (id: string) =>
          waitFor(
            'the conversion',
            async () =>
              (await site.api.call('catalog.get-content', { params: { id } }, admin.token)).conversion_status ===
              'completed'
                ? true
                : undefined,
            90_000,
          );

        await setModeration(site.api, admin.token, true);
        const reviewed = await send('To be reviewed');
        await setModeration(site.api, admin.token, true, { auto_approve_uploads: true });
        // Nothing can be found in the pictures of music: staff must approve it.
        const unknown = await send('Not analyzed');
        const approved = await send('Approved automatically', 'video');
        await Promise.all([reviewed, unknown, approved].map(({ id }) => converted(id)));
        await waitFor(
          'the publication',
          async () => ((await status(approved.id)) === 'published' ? true : undefined),
          90_000,
        );
        expect([reviewed.status, await status(reviewed.id), await status(unknown.id)]).toEqual(
          Array(3).fill('pending'),
        );
        await page.goto(`${site.url}/admin/content?tab=pending`);
        await page.getByRole('button', { name: 'Edit To be reviewed' }).waitFor();
        await page.getByRole('button', { name: 'Edit Not analyzed' }).waitFor();
        expect(await page.getByRole('button', { name: 'Edit Approved automatically' }).count()).toBe(0);
      },
    ],
  );
});

describe('the audit log', () => {
  scenario(
    'shows, exports and verifies entries',
    [
      'shows entries, filters them and exports them',
      async () => {
        await page.getByRole('link', { name: 'Audit Log' }).click();
        const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
        await entries.first().waitFor();
        await page.getByRole('combobox', { name: 'Action', exact: true }).selectOption('Settings changed');
        await page.waitForURL(/action=settings\.changed/);
        await waitFor('the five changes', async () => ((await entries.count()) === 5 ? true : undefined));
        const first = entries.last();
        await first.getByText(/^Details/).click();
        expect(await first.getByRole('table').getByRole('row').nth(1).innerText()).toMatch(
          /platform name\s+Soundstage\s+Meadow <b>TV<\/b>/,
        );
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const csv = readFileSync((await (await download).path()) ?? '', 'utf8');
        expect(csv.trim().split('\r\n')).toHaveLength(6);
        expect(csv).toContain('"settings.changed","settings","platform"');
      },
    ],
    [
      'is complete until an entry is overwritten directly in the table',
      async () => {
        await seal();
        expect(await verify()).toMatchObject({
          code: 0,
          text: expect.stringMatching(
            /: \d+ sealed, 0 waiting to be sealed, no changes found\nThe audit log of local is intact\./,
          ),
        });
        const entry = (await site.operator.items()).find(
          ({ type, action }) => type === 'AUDIT' && action === 'settings.changed',
        );
        await site.operator.put({ ...entry, actor_id: '00000000-1111-4222-8333-444444444444' });
        const { code, text } = await verify();
        expect(code).toBe(1);
        expect(text).toContain(`overwritten: ${String(entry?.['sk'])}`);
        expect(text).toMatch(/, 1 finding\n/);
        await site.operator.put(entry ?? {});
        expect((await verify()).code).toBe(0);
      },
    ],
    [
      'has no script errors',
      () => {
        expect(site.problems).toEqual([]);
      },
    ],
  );
});
