import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView, contentWithWaitingFile } from '../support/content-view.ts';
import { createFakeBucket } from '../support/fake-bucket.ts';
import { renderApp } from '../support/render-app.tsx';

const S3_KEY = `uploads/${contentId()}/01HZX3V5Q8W9T2M4N6P7R8S0B1`;
const stored = contentView({
  video_url: `/api/content/${contentId()}/source`,
  cdn_distribution_id: 'EDFDVBD6',
  metadata: {
    contentType: 'music',
    artist: 'Ada',
    originalFileName: 'viper.mp3',
    fileSize: 3 * 2 ** 20,
    s3Key: S3_KEY,
    s3Bucket: 'the-uploads',
    s3Region: 'eu-west-1',
    batchUpload: true,
  },
});

const open = async () => {
  const sent: unknown[] = [];
  const api = createApiStub()
    .on('GET /api/admin/content', { body: { items: [stored], next_cursor: null } })
    .on(`GET /api/content/${contentId()}`, { body: stored })
    .on('POST /api/functions/s3-upload-url', ({ body }: StubRequest) => {
      sent.push(body);
      if ((body as { action?: string }).action === 'list') return { body: { uploads: [] } };
      return {
        status: 409,
        body: { code: 'quota_exceeded', title: 'Not enough storage left in the plan', status: 409, requestId: 'r' },
      };
    });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Viper' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  const section = within(dialog.getByRole('region', { name: 'File' }));
  const choose = (file: File) =>
    fireEvent.change(section.getByLabelText('Replace file of Viper'), { target: { files: [file] } });
  return { ...view, api, section, choose, sent };
};

it('shows the file and downloads it from a signed URL', async () => {
  const opened: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.href);
  });
  const { user, api, section } = await open();
  expect(section.getByText('viper.mp3')).toBeVisible();
  expect(section.getByText('3.00 MB')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
  api.on('POST /api/functions/s3-download-url', {
    body: { downloadUrl: 'https://bucket.example.org/viper.mp3?signed' },
  });
  await user.click(section.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(opened).toEqual(['https://bucket.example.org/viper.mp3?signed']));
  expect(api.requests.find(({ url }) => url.endsWith('s3-download-url'))?.body).toEqual({ s3Key: S3_KEY });

  api.on('POST /api/functions/s3-download-url', {
    status: 404,
    body: { code: 'upload_not_found', title: 'Upload not found', status: 404, requestId: 'r' },
  });
  await user.click(section.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('Failed to download the file. Please try again.')).toBeInTheDocument();
});

it('shows where AWS keeps the files', async () => {
  const { user, section } = await open();
  await user.click(section.getByText('Storage details'));
  expect(section.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])).toEqual([
    ['Bucket', 'the-uploads'],
    ['AWS Region', 'eu-west-1'],
    ['Key', S3_KEY],
    ['CloudFront distribution', 'EDFDVBD6'],
    ['Uploaded in a batch', 'Yes'],
  ]);
  expect(await axeViolations()).toEqual([]);
});

it('rejects a file that cannot be converted, and uploads a replacement', async () => {
  const { section, choose, sent } = await open();
  choose(new File(['x'], 'notes.txt', { type: 'text/plain' }));
  expect(await section.findByRole('alert')).toBeVisible();
  choose(new File(['12345'], 'better.mp3', { type: 'audio/mpeg' }));
  expect(await section.findByText('Uploading better.mp3. The Upload Manager shows its progress.')).toBeVisible();
  await waitFor(() =>
    expect(sent).toContainEqual({
      fileName: 'better.mp3',
      fileType: 'audio/mpeg',
      fileSize: 5,
      contentId: contentId(),
    }),
  );
  expect(await screen.findByText(/Not enough storage left in the plan/)).toBeInTheDocument();
});

it('says that the new file waits for review once it is converted', async () => {
  const bucket = createFakeBucket();
  const original = globalThis.XMLHttpRequest;
  globalThis.XMLHttpRequest = function XMLHttpRequest() {
    return bucket.createRequest();
  } as unknown as typeof XMLHttpRequest;
  try {
    const { section, choose, api, clock } = await open();
    api.on('POST /api/functions/s3-upload-url', ({ body }: StubRequest) => {
      const { action } = body as { action?: string };
      if (action === 'list') return { body: { uploads: [] } };
      if (action === 'complete') return { body: { contentId: contentId(), s3Key: S3_KEY, fileSize: 5 } };
      const allotted = { contentId: contentId(), s3Key: S3_KEY, bucket: 'b', region: 'r', cloudFrontUrl: '/media/x' };
      return { body: { ...allotted, uploadUrl: 'https://bucket/better.mp3' } };
    });
    const status = section.getByRole('status');
    expect(status).toHaveTextContent(/^The link, views, and likes stay the same\./);
    choose(new File(['12345'], 'better.mp3', { type: 'audio/mpeg' }));
    await waitFor(() => expect(bucket.puts).toHaveLength(1));
    expect(status).toHaveTextContent('Uploading better.mp3. The Upload Manager shows its progress.');
    act(() => bucket.puts[0]?.respond(200));
    await waitFor(() => expect(status).toHaveTextContent(/^Converting better\.mp3\./));

    const { waiting_file } = contentWithWaitingFile();
    const converted = { ...stored, conversion_started_at: '2026-03-05T05:06:00.000Z', revision: 2, waiting_file };
    api.on(`GET /api/content/${contentId()}`, { body: converted });
    act(() => clock.advance(3_000));
    await waitFor(() => expect(status).toHaveTextContent(/^sidewinder-2\.mp3 is waiting for review\./));
    expect(section.getByText('viper.mp3')).toBeVisible();
    expect(await screen.findByText(/^New file waiting for review\./)).toBeInTheDocument();
  } finally {
    globalThis.XMLHttpRequest = original;
  }
});
