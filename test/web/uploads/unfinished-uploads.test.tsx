import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type StubRequest } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const S3_KEY = `uploads/${contentId()}/01HZX3V5Q8W9T2M4N6P7R8S0B1`;
const draft = {
  title: 'A long film',
  artist: 'Ada',
  contentType: 'video',
  category_id: null,
  description: '',
  tags: [],
  status: 'draft',
  batchUpload: true,
};
const SIZE = 20 * 2 ** 20;
const upload = {
  contentId: contentId(),
  s3Key: S3_KEY,
  fileName: 'film.mkv',
  fileType: 'video/x-matroska',
  fileSize: SIZE,
  created_at: '2026-03-01T12:00:00.000Z',
  deadline: '2026-03-02T12:00:00.000Z',
  draft,
  replacement: false,
};
const sized = (name: string, size: number) => Object.defineProperty(new File(['x'], name), 'size', { value: size });

const open = async () => {
  const state = { uploads: [upload] };
  const actions: unknown[] = [];
  const answer = ({ body }: StubRequest) => {
    const { action } = body as { action: string };
    actions.push(action);
    if (action === 'abort') state.uploads = [];
    if (action === 'list') return { body: { uploads: state.uploads } };
    if (action === 'abort') return { body: { aborted: true } };
    if (action === 'complete') return { body: { contentId: contentId(), s3Key: S3_KEY, fileSize: SIZE } };
    // All parts were sent and joined before the page was closed, so the empty parts of jsdom's file are not compared.
    return {
      body: {
        contentId: contentId(),
        s3Key: S3_KEY,
        bucket: 'b',
        region: 'us-east-1',
        cloudFrontUrl: '/media/x',
        fileName: 'film.mkv',
        fileSize: SIZE,
        partSize: SIZE,
        partCount: 0,
        storedParts: [],
        joined: null,
      },
    };
  };
  const api = createApiStub()
    .on('GET /api/admin/content', { body: { items: [], next_cursor: null } })
    .on('POST /api/functions/s3-upload-url', answer)
    .on('POST /api/content', () => {
      state.uploads = [];
      return { status: 201, body: contentView({ conversion_status: 'pending', conversion_progress: 0 }) };
    })
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
    })
    .on('GET /api/history', { body: { items: [], next_cursor: null } });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  const section = within(await screen.findByRole('region', { name: 'Unfinished uploads' }));
  const choose = (file: File) =>
    fireEvent.change(section.getByLabelText('Choose film.mkv again'), { target: { files: [file] } });
  return { ...view, section, choose, actions };
};

it('lists interrupted uploads, without axe violations, and rejects a different file', async () => {
  const { section, choose, actions } = await open();
  expect(section.getByText('A long film')).toBeVisible();
  expect(section.getByText('film.mkv, 20.00 MB, started March 1, 2026')).toBeVisible();
  choose(sized('film.mkv', 5));
  expect(await section.findByRole('alert')).toHaveTextContent('This is a different file. Choose film.mkv (20.00 MB).');
  expect(await axeViolations()).toEqual([]);
  expect(actions).toEqual(['list']);
});

it('resumes with the chosen file and the fields that were entered before', async () => {
  const { choose, api, actions } = await open();
  choose(sized('film.mkv', SIZE));
  await waitFor(() =>
    expect(api.requests.find(({ method, url }) => method === 'POST' && url === '/api/content')?.body).toEqual({
      ...draft,
      s3Key: S3_KEY,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull());
  expect(actions).toEqual(expect.arrayContaining(['list', 'parts', 'complete']));
  expect(actions).not.toContain('create');
  expect(within(await screen.findByRole('region', { name: 'Upload Manager' })).getByText('Converting')).toBeVisible();
  expect(await axeViolations()).toEqual([]);
});

it('discards an upload after a confirmation', async () => {
  const { user, section, actions } = await open();
  await user.click(section.getByRole('button', { name: 'Discard unfinished upload of film.mkv' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard this upload?' }));
  expect(await axeViolations()).toEqual([]);
  expect(actions).not.toContain('abort');
  await user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Unfinished uploads' })).toBeNull());
  expect(actions).toContain('abort');
});

it('keeps the panel on the listener screens, collapses it, and hides it when it is empty', async () => {
  const { user, choose, path } = await open();
  choose(sized('film.mkv', SIZE));
  await screen.findByRole('region', { name: 'Upload Manager' });
  await user.click(screen.getByRole('link', { name: 'Back to Streaming' }));
  await waitFor(() => expect(path()).toBe('/streaming'));
  const panel = within(await screen.findByRole('region', { name: 'Upload Manager' }));
  expect(await panel.findByText('Converting')).toBeVisible();
  expect(panel.getByText('1 active, 40% in total')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Collapse Upload Manager' }));
  expect(panel.queryByText('Converting')).toBeNull();
  expect(panel.getByText('1 active, 40% in total')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Expand Upload Manager' }));
  await user.click(panel.getByRole('button', { name: 'Remove film.mkv from the list' }));
  expect(screen.queryByRole('region', { name: 'Upload Manager' })).toBeNull();
});
