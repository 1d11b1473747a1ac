import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { planParts } from '../../lambdas/domain/uploads/part-plan.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { sparseFile } from '../support/network/sparse-file.ts';

const MIB = 2 ** 20;
const SIZE = 160 * MIB - 12_345;
const { partCount } = planParts(SIZE);

let site: Site;
let folder: string;
let film: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soundstage-resume-'));
  film = join(folder, 'long film.mp4');
  sparseFile(film, readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4')), SIZE);
  site = await openSharedSite();
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A new device, which knows nothing of other sessions. */
const openDevice = async () => {
  const page = await site.signedIn('admin', { viewport: { width: 1200, height: 800 } });
  /** Parts whose PUT was sent, and parts that S3 has stored. */
  const sent: number[] = [];
  const stored: number[] = [];
  /** The part that a request sends; 0 for other requests. */
  const partOf = (request: Request): number =>
    request.method() === 'PUT' ? Number(new URL(request.url()).searchParams.get('partNumber') ?? 0) : 0;
  page.on('request', (request) => partOf(request) > 0 && sent.push(partOf(request)));
  page.on('response', (response) => {
    const part = partOf(response.request());
    if (part > 0 && response.status() === 200) stored.push(part);
  });
  await page.goto(`${site.url}/admin/content`);
  return { context: page.context(), page, sent, stored };
};

/** Limits a device's upload speed, in bytes per second. */
const slow = async (page: Page, bytesPerSecond: number): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
};

it('resumes the upload of a closed tab on another device with only the missing parts', async () => {
  const first = await openDevice();
  await first.page.getByRole('button', { name: 'Add Content' }).first().click();
  const dialog = first.page.getByRole('dialog', { name: 'Add Content' });
  await dialog.locator('input[type=file]').setInputFiles(film);
  await dialog.getByText('Large File Detected').waitFor();
  await dialog.getByLabel('Title', { exact: true }).fill('A long film');
  await dialog.getByLabel('Artist', { exact: true }).fill('Test Artist');
  await slow(first.page, 10 * MIB);
  await dialog.getByRole('button', { name: 'Save as Draft' }).click();
  await dialog.getByRole('button', { name: 'Continue in background' }).click();
  // The upload panel stays visible on the listener screens.
  await first.page.getByRole('link', { name: 'Back to Streaming' }).click();
  await first.page.waitForURL((url) => url.pathname === '/streaming');
  await first.page.getByRole('region', { name: 'Upload Manager' }).getByText('Uploading').waitFor();
  await waitFor('four parts', async () => (first.stored.length >= 4 ? true : undefined), 120_000);
  await first.context.close();

  const second = await openDevice();
  const unfinished = second.page.getByRole('region', { name: 'Unfinished uploads' });
  await unfinished.getByText('A long film').waitFor();
  await unfinished
    .getByLabel('Choose long film.mp4 again')
    .setInputFiles({ name: 'other.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no') });
  await unfinished.getByText('This is a different file. Choose long film.mp4').waitFor();
  await unfinished.getByLabel('Choose long film.mp4 again').setInputFiles(film);
  await second.page.getByRole('button', { name: 'Edit A long film' }).waitFor({ timeout: 180_000 });
  await unfinished.waitFor({ state: 'detached' });

  const parts = Array.from({ length: partCount }, (_, index) => index + 1);
  const sentTwice = second.sent.filter((part) => first.stored.includes(part));
  // S3 may have stored a part whose response did not reach the closed tab.
  const notSentAgain = parts.filter((part) => !second.stored.includes(part));
  console.info(
    `${partCount} parts: ${first.stored.length} stored and ${first.sent.length - first.stored.length} in flight ` +
      `when the tab closed, ${second.sent.length} PUTs after that, ${sentTwice.length} of a stored part`,
  );
  expect(sentTwice).toEqual([]);
  expect(first.stored.filter((part) => !notSentAgain.includes(part))).toEqual([]);
  expect(notSentAgain.filter((part) => !first.sent.includes(part))).toEqual([]);
  expect([...second.sent].sort((a, b) => a - b)).toEqual([...second.stored].sort((a, b) => a - b));
  await second.context.close();
});
