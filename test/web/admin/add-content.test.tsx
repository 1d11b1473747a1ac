import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { renderApp } from '../support/render-app.tsx';

const S3_KEY = `uploads/${contentId()}/01HZX3V5Q8W9T2M4N6P7R8S0B1`;
const UPLOAD_URL = 'POST /api/functions/s3-upload-url';
const answerUpload = (request: StubRequest) => {
  const { action, fileName } = request.body as { action?: string; fileName?: string };
  if (action === 'list') return { body: { uploads: [] } };
  if (action === 'complete') return { body: { contentId: contentId(), s3Key: S3_KEY, fileSize: 3 } };
  if (action === 'abort') return { body: { aborted: true } };
  return {
    body: {
      contentId: contentId(),
      s3Key: S3_KEY,
      bucket: 'b',
      region: 'us-east-1',
      cloudFrontUrl: '/media/x',
      uploadUrl: `https://bucket/${fileName}`,
    },
  };
};
const media = (name: string, type = '') => new File(['abc'], name, { type });

const open = async () => {
  const bucket = createFakeBucket();
  const original = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = function XMLHttpRequest() {
    return bucket.createRequest();
  } as unknown as typeof XMLHttpRequest;
  restore = () => {
    globalThis.XMLHttpRequest = original;
  };
  const api = createApiStub()
    .on('GET /api/admin/content', { body: { items: [], next_cursor: null } })
    .on(`GET /api/content/${contentId()}/steps`, { body: { content_id: contentId(), steps: [] } })
    .on(UPLOAD_URL, answerUpload)
    .on('GET /api/admin/analysis-estimate', ({ url }) => ({
      body: {
        steps: [
          { step: 'speech', title: 'Speech', usd: 0.006 },
          { step: 'text', title: 'Text analysis', usd: 0.003 },
          ...(url.includes('content_type=video') ? [{ step: 'frames', title: 'Picture analysis', usd: 0.014 }] : []),
        ],
        transcribes_music: false,
      },
    }))
    .on('POST /api/content', { status: 201, body: contentView() })
    .on('POST /api/functions/aws-conversion-v3', {
      body: { success: true, contentId: contentId(), conversion_status: 'pending' },
    })
    .on('POST /api/functions/setup-cloudfront', {
      body: {
        success: false,
        distributionId: 'E2',
        domainName: 'd111.cloudfront.net',
        checked: false,
        problem: 'None.',
      },
    });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  const user = view.user;
  await user.click(await screen.findByRole('button', { name: 'Add Content' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Content' }));
  const choose = (...files: File[]) =>
    fireEvent.change(dialog.getByLabelText('Choose media files'), { target: { files } });
  const created = () =>
    api.requests.filter(({ url, method }) => method === 'POST' && url === '/api/content').map(({ body }) => body);
  return { ...view, dialog, choose, bucket, created, api };
};

let restore = () => {};
afterEach(() => restore());

it('enables both buttons only if there is a file, without axe violations', async () => {
  const { dialog, choose } = await open();
  expect(dialog.getByText('Please select files to upload')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save as Draft' })).toBeDisabled();
  expect(dialog.getByRole('button', { name: 'Upload & Publish' })).toBeDisabled();
  expect(await axeViolations()).toEqual([]);
  choose(media('rabbit.mkv', 'video/x-matroska'));
  expect(dialog.getByRole('button', { name: 'Save as Draft' })).toBeEnabled();
  expect(dialog.getByRole('button', { name: 'Upload & Publish' })).toBeEnabled();
  expect(dialog.queryByText('Please select files to upload')).toBeNull();
  expect(dialog.getByLabelText('Content type')).toHaveValue('video');
  expect(dialog.getByText(/use MP4 H\.264 or WebM/)).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('rejects files that are not media immediately, by name', async () => {
  const { dialog, choose } = await open();
  choose(media('notes.txt'), media('viper.mp3'), new File([], 'empty.mp3'));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('notes.txt Unsupported file format. Supported formats: mp4, avi');
  expect(alert).toHaveTextContent('empty.mp3 The file is empty.');
  expect(within(dialog.getByRole('list', { name: 'Files to upload' })).getAllByRole('listitem')).toHaveLength(1);
});

it('requires a title for a single file', async () => {
  const { user, dialog, choose, api } = await open();
  choose(media('viper.mp3', 'audio/mpeg'));
  await user.click(dialog.getByRole('button', { name: 'Upload & Publish' }));
  expect(await dialog.findByText('Please enter a title')).toBeVisible();
  expect(dialog.getByLabelText('Title')).toHaveFocus();
  expect(api.requests.filter(({ url }) => url.endsWith('s3-upload-url')).map(({ body }) => body)).toEqual([
    { action: 'list' },
  ]);
});

it('shows the progress, creates the item, closes, and reopens with an empty form', async () => {
  const { user, dialog, choose, bucket, created } = await open();
  choose(media('viper.mp3', 'audio/mpeg'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.type(dialog.getByLabelText('Tags'), ' jazz, ,live');
  await user.click(dialog.getByRole('switch', { name: 'Transcribe the speech' }));
  await user.click(dialog.getByRole('button', { name: 'Upload & Publish' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  act(() => bucket.puts[0]?.progress(2));
  const bar = await dialog.findByRole('progressbar', { name: 'Upload of viper.mp3' });
  await waitFor(() => expect(bar).toHaveAttribute('value', String((2 / 3) * 100)));
  expect(await axeViolations()).toEqual([]);
  act(() => bucket.puts[0]?.respond(200));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(created()).toEqual([
    {
      title: 'Viper',
      artist: '',
      contentType: 'music',
      category_id: null,
      description: '',
      tags: ['jazz', 'live'],
      status: 'published',
      batchUpload: false,
      transcribe: true,
      s3Key: S3_KEY,
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Add Content' }));
  const reopened = within(await screen.findByRole('dialog', { name: 'Add Content' }));
  expect(reopened.getByLabelText('Title')).toHaveValue('');
  expect(reopened.getByText('Please select files to upload')).toBeVisible();
});

it('shows what the analysis of files will cost before they are uploaded', async () => {
  const { user, dialog, choose, api } = await open();
  choose(media('speech.wav', 'audio/wav'));
  const price = within(await dialog.findByRole('region', { name: 'Price of the analysis' }));
  expect(await price.findByText(/^The analysis is free, because music is not transcribed/)).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: 'Transcribe the speech' }));
  expect(price.getByText('The analysis costs about $0.0090 for each minute of sound.')).toBeVisible();
  // Words that the user supplies are not recognized.
  await user.click(dialog.getByRole('button', { name: 'Add script or lyrics' }));
  await user.type(dialog.getByLabelText('Words'), 'Ask not');
  expect(price.getByText('The analysis costs about $0.0030 for each minute of sound.')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  choose(media('film.mkv'));
  expect(await price.findByText('The analysis costs about $0.0230 for each minute of video.')).toBeVisible();
  expect(price.getByText('The analysis costs about $0.0090 for each minute of sound.')).toBeVisible();
  expect(api.requests.map(({ url }) => url)).toContain('/api/admin/analysis-estimate?content_type=video&seconds=60');
});

it('sends the script of a file with the new item, and says what is wrong with one', async () => {
  const { user, dialog, choose, bucket, created } = await open();
  bucket.autoRespond = (put) => put.respond(200);
  choose(media('speech.wav', 'audio/wav'));
  await user.type(dialog.getByLabelText('Title'), 'Speech');
  await user.click(dialog.getByRole('button', { name: 'Add script or lyrics' }));
  const chooseScript = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    // jsdom cannot read a file as bytes.
    const file = Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes });
    fireEvent.change(dialog.getByLabelText('Choose text file'), { target: { files: [file] } });
  };
  chooseScript('film.txt', '\0\0\0');
  expect(await dialog.findByText(/^film\.txt: This is not plain text\./)).toBeVisible();
  chooseScript('latin.txt', new Uint8Array([0x61, 0xe9, 0x62]));
  expect(await dialog.findByText(/^latin\.txt: This is not plain text\./)).toBeVisible();
  chooseScript('long.txt', 'é'.repeat(150_001));
  expect(await dialog.findByText(/^long\.txt: A script can have at most 300,000 bytes/)).toBeVisible();
  await user.type(dialog.getByLabelText('Words'), '...');
  expect(dialog.getByText('Enter the words, or choose a text file.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Upload & Publish' }));
  expect(bucket.puts).toEqual([]);
  chooseScript('speech.lrc', '[ar: Ada]\n[00:00.30]Ask not\n[00:03.10][00:07.00] what you can do');
  await waitFor(() => expect(dialog.getByLabelText('Words')).toHaveValue('[ar: Ada]\nAsk not\nwhat you can do'));
  expect(dialog.getByLabelText('Kind of script')).toHaveDisplayValue('Lyrics, line by line');
  await user.selectOptions(dialog.getByLabelText('Language of the script'), 'French');
  expect(await axeViolations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Upload & Publish' }));
  await waitFor(() => expect(created()).toHaveLength(1));
  const script = { kind: 'lyrics', language: 'fr', text: '[ar: Ada]\nAsk not\nwhat you can do' };
  expect(created()).toMatchObject([{ title: 'Speech', script }]);
});

it('keeps the script when the upload fails, and offers none for a batch', async () => {
  const { user, dialog, choose, bucket } = await open();
  bucket.autoRespond = (put) => put.respond(403, { statusText: 'Forbidden' });
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.click(dialog.getByRole('button', { name: 'Add script or lyrics' }));
  await user.type(dialog.getByLabelText('Words'), 'Ask not');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  expect(await dialog.findByText('S3 upload failed: 403 Forbidden')).toBeVisible();
  expect(dialog.getByLabelText('Words')).toHaveValue('Ask not');
  choose(media('Two.mp3'));
  expect(dialog.queryByRole('region', { name: 'Script or lyrics' })).toBeNull();
});

it('uploads a batch: each file with its own fields, or else those of the batch', async () => {
  const { user, dialog, choose, bucket, created } = await open();
  bucket.autoRespond = (put) => put.respond(200);
  choose(media('One.mp3', 'audio/mpeg'), media('Two.mkv'), media('Three.mp3'));
  await user.click(dialog.getByRole('button', { name: 'Remove Three.mp3' }));
  expect(dialog.getAllByRole('group').map((group) => within(group).getByLabelText('Title'))).toHaveLength(2);
  const one = within(dialog.getByRole('group', { name: 'Details for One.mp3' }));
  const two = within(dialog.getByRole('group', { name: 'Details for Two.mkv' }));
  expect(one.getByLabelText('Title')).toHaveValue('One');
  await user.type(dialog.getAllByLabelText('Artist')[0] as HTMLElement, 'Various');
  await user.clear(two.getByLabelText('Title'));
  await user.type(two.getByLabelText('Title'), 'The second');
  await user.type(two.getByLabelText('Artist'), 'Ada');
  await user.selectOptions(two.getByLabelText('Category'), await two.findByRole('option', { name: 'Jazz' }));
  expect(await axeViolations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  expect(await screen.findByText('Content added successfully')).toBeInTheDocument();
  expect(screen.getByText('2 files uploaded')).toBeInTheDocument();
  expect(created()).toMatchObject([
    { title: 'One', artist: 'Various', category_id: null, contentType: 'music', status: 'draft', batchUpload: true },
    {
      title: 'The second',
      artist: 'Ada',
      category_id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1',
      contentType: 'video',
      status: 'draft',
      batchUpload: true,
    },
  ]);
});

it('restores the failed file of a batch with its own fields', async () => {
  const { user, dialog, choose, bucket, created } = await open();
  bucket.autoRespond = (put) =>
    put.url.includes('Two') ? put.respond(403, { statusText: 'Forbidden' }) : put.respond(200);
  choose(media('One.mp3', 'audio/mpeg'), media('Two.mkv'));
  const two = within(dialog.getByRole('group', { name: 'Details for Two.mkv' }));
  await user.clear(two.getByLabelText('Title'));
  await user.type(two.getByLabelText('Title'), 'The second');
  await user.type(two.getByLabelText('Artist'), 'Ada');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  expect(await dialog.findByText('S3 upload failed: 403 Forbidden')).toBeVisible();
  expect(dialog.getByLabelText('Content type')).toHaveDisplayValue('Video');
  expect(
    [dialog.getByLabelText('Title'), dialog.getByLabelText('Artist')].map((field) => (field as HTMLInputElement).value),
  ).toEqual(['The second', 'Ada']);
  bucket.autoRespond = (put) => put.respond(200);
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  await waitFor(() => expect(created()).toHaveLength(2));
  expect(created()[1]).toMatchObject({ title: 'The second', artist: 'Ada', contentType: 'video' });
});

it('uploads once on a double click', async () => {
  const { user, dialog, choose, bucket, api } = await open();
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.dblClick(dialog.getByRole('button', { name: 'Upload & Publish' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  // The second click of a double click hits the buttons that replaced the first ones, and must be ignored.
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel upload' }), { detail: 2 });
  fireEvent.click(dialog.getByRole('button', { name: 'Continue in background' }), { detail: 2 });
  expect(dialog.getByRole('progressbar', { name: 'Upload of viper.mp3' })).toBeVisible();
  expect(
    api.requests.filter(({ body }) => (body as { fileName?: string } | undefined)?.fileName === 'viper.mp3'),
  ).toHaveLength(1);
});

it('clears all files', async () => {
  const { user, dialog, choose } = await open();
  choose(media('One.mp3'), media('Two.mp3'));
  await user.click(dialog.getByRole('button', { name: 'Clear All' }));
  expect(dialog.getByText('Please select files to upload')).toBeVisible();
});

it('cancels the upload and restores the form', async () => {
  const { user, dialog, choose, bucket, api } = await open();
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Cancel upload' }));
  expect(await screen.findByText('File upload has been cancelled')).toBeInTheDocument();
  expect(await dialog.findByLabelText('Title')).toHaveValue('Viper');
  expect(dialog.getByText('viper.mp3')).toBeVisible();
  expect(api.requests.map(({ body }) => body)).toContainEqual({ action: 'abort', s3Key: S3_KEY });
});

it('restores the form and shows the reason if the upload fails', async () => {
  const { user, dialog, choose, bucket } = await open();
  bucket.autoRespond = (put) => put.respond(403, { statusText: 'Forbidden' });
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  expect(await dialog.findByText('S3 upload failed: 403 Forbidden')).toBeVisible();
  expect(
    await screen.findByText('Failed to upload content. Please try again. S3 upload failed: 403 Forbidden'),
  ).toBeInTheDocument();
  expect(dialog.getByLabelText('Title')).toHaveValue('Viper');
});

it('continues in the background, where the Upload Manager can retry it', async () => {
  const { user, dialog, choose, bucket } = await open();
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Continue in background' }));
  const panel = within(await screen.findByRole('region', { name: 'Upload Manager' }));
  expect(panel.getByText('1 active, 0% in total')).toBeVisible();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  act(() => bucket.puts[0]?.respond(403));
  await user.click(await panel.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(2));
  act(() => bucket.puts[1]?.respond(200));
  expect(await panel.findByText('Complete')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Clear completed' }));
  expect(screen.queryByRole('region', { name: 'Upload Manager' })).toBeNull();
});

it('offers the file name as the title', async () => {
  const { user, dialog, choose } = await open();
  choose(media('Viper live.mp3'));
  await user.click(dialog.getByRole('button', { name: 'Use “Viper live”' }));
  expect(dialog.getByLabelText('Title')).toHaveValue('Viper live');
  expect(dialog.queryByRole('button', { name: 'Use “Viper live”' })).toBeNull();
});

it('asks before signing out during an upload', async () => {
  const { user, dialog, choose, bucket } = await open();
  choose(media('viper.mp3'));
  await user.type(dialog.getByLabelText('Title'), 'Viper');
  await user.click(dialog.getByRole('button', { name: 'Save as Draft' }));
  await waitFor(() => expect(bucket.puts).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: 'Continue in background' }));
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Uploads are running' }));
  expect(await axeViolations()).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(bucket.puts[0]?.aborted).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(bucket.puts[0]?.aborted).toBe(true));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Upload Manager' })).toBeNull());
});
