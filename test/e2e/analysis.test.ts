import { join } from 'node:path';
import { pause, play } from '../support/screens/listener-visits.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { makeMedia } from '../support/media/tiny-film.ts';
import { setModeration } from '../support/worlds/moderating.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const [SOUND, RABBIT] = ['jfk.wav', 'rabbit320.mp4'].map((name) =>
  join(repositoryRoot, 'test', 'support', 'media', name),
) as [string, string];
const TITLE = 'Inaugural address';
const WORDS =
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';
/** The last sentence that the words are divided into. */
const SECOND_HALF = /what your country can do for you/;
/** Time limit for a conversion and an alignment on a busy machine. */
const PATIENCE = { timeout: 120_000 };

const FLAGGED = 'Odd rabbit';
/** Colors in which both models of the local Rekognition take the rabbit for explicit. */
const ODD_COLORS =
  'crop=0.8*ih:0.8*ih:(iw-ow)*0.15:(ih-oh)*0.69,hue=h=-75:s=2,eq=brightness=0.03:contrast=0.73,' +
  'colorbalance=rm=-0.26:bm=-0.26';

let site: Site;
beforeAll(async () => {
  // A cloud of its own: this file turns moderation on.
  site = await openSite();
});
afterAll(() => site?.close());

/** Uploads a film that must be reviewed before it is published. Returns its ID. */
const uploadForReview = async (token: string): Promise<string> => {
  await setModeration(site.api, token, true);
  const still = ['-ss', '2', '-i', RABBIT, '-t', '2', '-an', '-vf', `${ODD_COLORS},scale=480:480,setsar=1,loop=-1:1`];
  const film = makeMedia('rabbit.mp4', [...still, '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);
  const uploads = openUploads(site.api, token);
  const { s3Key } = await uploads.put('rabbit.mp4', film);
  await uploads.complete(s3Key);
  const content = { title: FLAGGED, contentType: 'video', s3Key, status: 'published' } as const;
  return (await site.api.call('content.create-content', { body: content }, token)).id;
};

it('turns a script into timed captions and a transcript to read along, without any recognizer', async () => {
  const page = await site.signedIn('admin', { viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/admin/content`);
  await page.getByRole('button', { name: 'Add Content' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Content' });
  await form.getByLabel('Choose media files').setInputFiles(SOUND);
  await form.getByLabel('Title', { exact: true }).fill(TITLE);
  await form.getByLabel('Content type').selectOption({ label: 'Music' });
  await form.getByRole('button', { name: 'Add script or lyrics' }).click();
  await form.getByLabel('Words').fill(WORDS);
  await form.getByRole('button', { name: 'Upload & Publish' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: `Processing steps of ${TITLE}` }).click();
  const steps = page.getByRole('dialog', { name: 'Processing steps' });
  const step = (name: string) => steps.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) });
  await step('Captions').getByText('Completed').waitFor(PATIENCE);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Edit ${TITLE}` }).click();
  const section = page.getByRole('dialog', { name: 'Edit Content' }).getByRole('region', { name: 'Transcript' });
  await section.getByRole('button', { name: 'Edit transcript' }).click();
  await section.getByText('Made from your script · en · 3 segments').waitFor(PATIENCE);
  // An edit becomes a version, and captions follow it.
  await section.getByRole('button', { name: /^Edit the segment at 0:03/ }).click();
  await section.getByLabel('Text', { exact: true }).fill('Ask not');
  await section.getByRole('button', { name: 'Save segment' }).click();
  await section.getByRole('button', { name: /^Versions of the segment at 0:03/ }).waitFor();

  const listener = await site.signedIn('listener', { viewport: { width: 1280, height: 900 } });
  await listener.goto(`${site.url}/streaming`);
  await play(listener, TITLE);
  // The recording is short, and captions stay the same while it is paused.
  await pause(listener);
  const player = listener.getByRole('dialog', { name: 'Media Player' });
  await player.getByRole('button', { name: 'Captions' }).click(PATIENCE);
  await player.getByRole('button', { name: 'Transcript' }).click();
  const transcript = listener.getByRole('dialog', { name: 'Transcript' });
  const caption = player.getByRole('group', { name: 'Caption text' });
  for (const text of ['Ask not', SECOND_HALF]) {
    await transcript.getByRole('button', { name: text }).click();
    await transcript.locator('[aria-current="true"]').filter({ hasText: text }).waitFor();
    await caption.getByText(text).waitFor();
  }
  await transcript.getByLabel('Search in the transcript').fill('country');
  await transcript.getByText('1 passage').waitFor();
  const [file] = await Promise.all([
    listener.waitForEvent('download'),
    transcript.getByRole('button', { name: 'Download as WebVTT' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${TITLE}.en.vtt`);
  await listener.keyboard.press('Escape');

  // The search finds the sentence, and plays the title from its second.
  const visitor = await site.signedIn('listener', { viewport: { width: 1280, height: 900 } });
  await visitor.goto(`${site.url}/streaming?q=country`);
  const sentence = visitor.getByRole('region', { name: 'In speech' }).getByRole('button', { name: SECOND_HALF });
  await sentence.waitFor(PATIENCE);
  const seconds = Number(/0:(\d\d)/.exec(await sentence.innerText())?.[1]);
  expect(seconds).toBeGreaterThan(3);
  await sentence.click();
  const early = await visitor.waitForFunction((from) => {
    const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].find(
      (one) => one.currentTime > from,
    );
    if (!media) return undefined;
    const lengths = Array.from({ length: media.played.length }, (_, index) =>
      Math.max(0, Math.min(from, media.played.end(index)) - media.played.start(index)),
    );
    return { seconds: lengths.reduce((sum, length) => sum + length, 0) };
  }, seconds);
  // Nothing before the sentence was heard.
  expect((await early.jsonValue())?.seconds).toBe(0);
  expect(site.problems).toEqual([]);
});

it('lets a moderator overrule a finding after looking at the frame, and records who published why', async () => {
  const [admin, moderator] = [await site.accounts.demo('admin'), await site.accounts.demo('listener')];
  const body = { target_user_id: moderator.id, new_role: 'moderator' } as const;
  await site.api.call('people.admin-assign-role', { body }, admin.token);
  const reviewing = await site.signedIn('listener', { viewport: { width: 1280, height: 900 } });
  await reviewing.goto(`${site.url}/admin/reviews`);
  await reviewing.getByText('No titles wait for a decision.').waitFor();
  const id = await uploadForReview(admin.token);

  // A single frame is not enough for the policy of a new platform, so an administrator makes it stricter.
  const page = await site.signedIn('admin', { viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/admin/analysis/${id}`);
  await page
    .getByText(/Adult \(.* risk\): Explicit/)
    .first()
    .waitFor(PATIENCE);
  // The preview reads what the evaluation copied.
  await waitFor(
    'the evaluation',
    async () => {
      const { steps } = await site.api.call('conversion.list-steps', { params: { id } }, admin.token);
      return steps.some(({ step, state }) => step === 'safety' && state === 'completed');
    },
    PATIENCE.timeout,
  );
  await page.goto(`${site.url}/admin/safety-policy`);
  const rule = page.getByRole('group', { name: 'Adult content' });
  await rule.getByLabel('Review from confidence').fill('0.5');
  await rule.getByLabel('Findings for a review').fill('1');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('1 title: “Nothing found” becomes “Needs review”').waitFor();
  await page.getByRole('button', { name: 'Save policy' }).click();
  await page.getByText('Policy saved').first().waitFor();

  // The open list of the moderator follows.
  const waiting = reviewing.getByRole('list', { name: 'Titles that wait for a decision' });
  await waiting.getByRole('button', { name: FLAGGED }).click(PATIENCE);
  const review = reviewing.getByRole('region', { name: `Review of ${FLAGGED}` });
  await review.getByRole('button', { name: 'Show frame: Explicit at 0:00' }).click();
  const frame = review.getByRole('img', { name: 'Frame at 0:00: Explicit' });
  await frame.waitFor();
  await reviewing.waitForFunction(
    (image) => (image as HTMLImageElement).naturalWidth === 480,
    await frame.elementHandle(),
  );
  await review.getByRole('button', { name: 'Approve' }).click();
  const dialog = reviewing.getByRole('dialog', { name: `Approve ${FLAGGED}?` });
  await dialog.getByLabel('Reason').fill('A rabbit of porcelain in odd colors');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await reviewing.getByText('Title approved').first().waitFor();
  await reviewing.getByText('No titles wait for a decision.').waitFor();
  expect((await site.api.call('catalog.get-content', { params: { id } }, admin.token)).status).toBe('published');

  await page.goto(`${site.url}/admin/audit?id=${id}`);
  const entry = page
    .getByRole('list', { name: 'Entries' })
    .getByRole('listitem')
    .filter({ hasText: 'approved in review' });
  await entry.getByText('A rabbit of porcelain in odd colors').waitFor();
  await entry.getByText('Moderator', { exact: true }).waitFor();
  expect(site.problems).toEqual([]);
});
