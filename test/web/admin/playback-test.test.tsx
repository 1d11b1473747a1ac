import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type * as LoadEngine from '../../../web/src/features/player/engine/load-engine.ts';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { nothingRepaired } from '../../support/screens/cdn/cdn-panels.ts';
import { createApiStub, isUploadList } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const open = (address: string, item = contentView()) =>
  renderApp(address, {
    signedIn: true,
    me: { role: 'admin' },
    api: createApiStub()
      .on('GET /api/admin/content', { body: { items: [item], next_cursor: null } })
      .on(`GET /api/content/${contentId()}`, { body: item }),
  });

// hls.js needs a browser.
jest.mock('../../../web/src/features/player/engine/load-engine.ts', () => {
  const real = jest.requireActual<typeof LoadEngine>('../../../web/src/features/player/engine/load-engine.ts');
  return { ...real, loadMediaEngine: async (events: EngineEvents) => real.createFileEngine(events) };
});

/** Makes media elements report an error of the network when they play. The test's DOM has no media. */
const failToPlay = () => {
  for (const method of ['load', 'pause'] as const)
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    Object.defineProperty(this, 'error', { configurable: true, value: { code: 2 } });
    this.dispatchEvent(new Event('error'));
    return new Promise(() => undefined);
  });
};

describe('the Video Playback Test', () => {
  afterEach(() => jest.restoreAllMocks());

  const manifest = `/media/${contentId()}/v1/480/index.m3u8`;
  const mediaUrl = () => ({
    success: true,
    type: 'video',
    url: manifest,
    storyboard_url: null,
    preload: null,
    expires_in: 1800,
    play_id: 'ply_01HZX3V5Q8W9T2M4N6P7R8S0A1',
  });

  it('explains an error and offers the full player', async () => {
    const { user, api, path } = open('/admin/content');
    api.on('POST /api/functions/get-media-url', {
      status: 404,
      body: {
        code: 'media_not_available',
        title: 'No media file available for this content.',
        status: 404,
        requestId: 'r',
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Play Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
    expect(await dialog.findByText(/Failed to get secure video URL: No media file/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Continue to Full Player' }));
    expect(path()).toBe(`/streaming?content=${contentId()}&mode=admin-test`);
  });

  it('starts again with the converted media once they exist, and not after any other change', async () => {
    const original = contentView({
      conversion_status: 'processing',
      converted_video_url: null,
      cdn_video_url: null,
      video_url: `/api/content/${contentId()}/source`,
    });
    // A link names the item, whose later states arrive while the dialog is open.
    const { api, services } = open(`/admin/content?play=${contentId()}`, original);
    const never = () => new Promise<never>(() => undefined);
    api.on('POST /api/functions/s3-download-url', never).on('POST /api/functions/get-media-url', never);
    const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
    const requested = () =>
      api.requests.flatMap((request) =>
        request.url.includes('/functions/') && !isUploadList(request) ? [request.url] : [],
      );
    const change = async (fields: Partial<ContentView>) => {
      api.on(`GET /api/content/${contentId()}`, { body: { ...original, ...fields } });
      await act(() => services.queries.invalidateQueries());
    };
    await change({ conversion_progress: 90, conversion_error: null });
    expect(requested()).toEqual(['/api/functions/s3-download-url']);
    await change({ conversion_status: 'completed', converted_video_url: manifest });
    expect(await dialog.findByText(manifest)).toBeVisible();
    await waitFor(() =>
      expect(requested()).toEqual(['/api/functions/s3-download-url', '/api/functions/get-media-url']),
    );
  });

  it('times out after 30 seconds, and can be repeated', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { api } = open('/admin/content');
      api.on('POST /api/functions/get-media-url', () => new Promise<never>(() => undefined));
      await act(async () => (await screen.findByRole('button', { name: 'Play Viper' })).click());
      const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
      await act(() => jest.advanceTimersByTimeAsync(29_000));
      expect(dialog.getByText('Testing...')).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      expect(dialog.getByText(/^Nothing played within 30 seconds/)).toBeVisible();
      expect(dialog.getByRole('list', { name: 'Test steps' })).toHaveTextContent('Request access failed');
      const requests = api.requests.length;
      await act(async () => dialog.getByRole('button', { name: 'Test again' }).click());
      expect(api.requests).toHaveLength(requests + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ['the playlist is denied', 403, 'Code 4'],
    ['there is no response', undefined, 'Code 2'],
  ])('explains the media error code: %s', async (_what, status, code) => {
    failToPlay();
    const { user, api } = open('/admin/content');
    api.on('POST /api/functions/get-media-url', { body: mediaUrl() });
    api.on(`GET ${manifest}`, () => {
      if (status === undefined) throw new Error('offline');
      return { status };
    });
    await user.click(await screen.findByRole('button', { name: 'Play Viper' }));
    expect(
      await within(await screen.findByRole('dialog', { name: 'Video Playback Test' })).findByText(
        new RegExp(`^${code}: `),
      ),
    ).toBeVisible();
  });

  it('requests nothing of converted media but what its player loads', async () => {
    for (const method of ['load', 'pause'] as const)
      jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
      this.dispatchEvent(new Event('playing'));
    });
    const { user, api } = open('/admin/content');
    api.on('POST /api/functions/get-media-url', { body: mediaUrl() });
    await user.click(await screen.findByRole('button', { name: 'Play Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
    expect(await dialog.findByText(/^Playback works\./)).toBeVisible();
    expect(api.requests.filter(({ url }) => url === manifest)).toEqual([]);
  });

  it('explains an error of our own origin without mentioning CORS settings', async () => {
    failToPlay();
    const { user, api } = open('/admin/content');
    api.on('POST /api/functions/get-media-url', { body: mediaUrl() });
    api.on(`GET ${manifest}`, () => {
      throw new Error('offline');
    });
    await user.click(await screen.findByRole('button', { name: 'Play Viper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
    expect(await dialog.findByText(/^Code 2: /)).toBeVisible();
    expect(dialog.queryByText('CORS Configuration Needed')).toBeNull();
  });

  describe('of an item without converted media', () => {
    const unconverted = contentView({
      conversion_status: 'failed',
      converted_video_url: null,
      cdn_video_url: null,
      video_url: `/api/content/${contentId()}/source`,
      metadata: { contentType: 'video', artist: '', s3Key: 'uploads/a/b', needsConversion: true },
    });
    const file = 'https://bucket.example.org/viper.mkv?signed';
    /** Opens the test while the bucket answers requests of a page (`cors`) and others (`no-cors`) as given. */
    const openFile = async (answer: (mode: unknown) => Promise<Response>) => {
      const { api, user } = open('/admin/content', unconverted);
      api.on('POST /api/functions/s3-download-url', { body: { downloadUrl: file } });
      jest
        .spyOn(globalThis, 'fetch')
        .mockImplementation((input, init) => (input === file ? answer(init?.mode) : api.fetch(input, init)));
      const played = jest.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
        this: HTMLMediaElement,
      ) {
        this.dispatchEvent(new Event('playing'));
      });
      await user.click(await screen.findByRole('button', { name: 'Play Viper' }));
      return { api, user, played, dialog: within(await screen.findByRole('dialog', { name: 'Video Playback Test' })) };
    };
    beforeEach(() => {
      // The test's DOM has no media.
      for (const method of ['load', 'pause'] as const)
        jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
    });

    it('plays the uploaded file', async () => {
      const { api, played, dialog } = await openFile(async () => new Response('x'));
      expect(await dialog.findByText(/^Playback works\./)).toBeVisible();
      expect(api.requests.find(({ url }) => url.endsWith('s3-download-url'))?.body).toEqual({ s3Key: 'uploads/a/b' });
      expect((played.mock.contexts[0] as HTMLMediaElement).src).toBe(file);
      expect(dialog.getByText(/^Address \(original file\)/)).toBeVisible();
      expect(dialog.getByText(/this test plays the uploaded file.*Most browsers can't play/)).toBeVisible();
      expect(dialog.getByRole('list', { name: 'Test steps' })).toHaveTextContent('Load the file done');
      expect(dialog.getByRole('button', { name: 'Continue to Full Player' })).toBeDisabled();
      expect(await axeViolations()).toEqual([]);
    });

    it('offers to configure CORS if the bucket answers, but not to this page', async () => {
      const { api, user, dialog } = await openFile(async (mode) => {
        if (mode === 'cors') throw new TypeError('Failed to fetch');
        return new Response();
      });
      expect(await dialog.findByText('CORS Configuration Needed')).toBeVisible();
      expect(dialog.getByText('Video playback is blocked by CORS. Please configure S3 CORS settings.')).toBeVisible();
      expect(dialog.getByText(/^Code 2: /)).toBeVisible();
      api.on('POST /api/functions/configure-s3-cors-v2', { body: { ...nothingRepaired, configurationUpdated: true } });
      await user.click(dialog.getByRole('button', { name: 'Configure CORS' }));
      expect(await dialog.findByText(/^Settings that differed were put back/)).toBeVisible();
    });

    it.each([
      ['does not answer', undefined, /^Code 2: /],
      ['denies the file', 403, /^Code 4: /],
    ])('does not mention CORS settings if the bucket %s', async (_what, status, text) => {
      const { dialog } = await openFile(async () => {
        if (status === undefined) throw new TypeError('Failed to fetch');
        return new Response(null, { status });
      });
      expect(await dialog.findByText(text)).toBeVisible();
      expect(dialog.queryByText('CORS Configuration Needed')).toBeNull();
    });
  });

  it('plays nothing if there is no URL', async () => {
    const { user } = open(`/admin/content?play=${contentId()}`, contentView({ conversion_status: 'processing' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Video Playback Test' }));
    expect(dialog.getByText("This content doesn't have a valid video URL for playback")).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Continue to Full Player' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
