import { act, screen, waitFor } from '@testing-library/react';
import { catalogTexts } from '../../../web/src/features/catalog/texts.ts';
import { appTexts } from '../../../web/src/app/texts.ts';
import { axeViolations } from '../support/axe.ts';
import { createApiStub } from '../support/api-stub.ts';
import { renderApp } from '../support/render-app.tsx';

const unavailable = { status: 503, body: { code: 'unavailable', title: 'This is temporarily unavailable' } };
const empty = { body: { items: [], next_cursor: null } };

/** Ends one of the first pauses between retries; the calls themselves run in real time. */
const pauseEnds = (clock: { advance: (ms: number) => void }) => act(async () => clock.advance(4_000));

describe('a screen whose service fails', () => {
  it('shows the error until the service is back, and then recovers without a press', async () => {
    let isAvailable = false;
    const api = createApiStub()
      .on('GET /api/content', () => (isAvailable ? empty : unavailable))
      .on('GET /api/watch-history', empty);
    const { clock } = renderApp('/streaming', { signedIn: true, api });
    const error = await screen.findByText(/temporarily unavailable/i);
    const callsBefore = api.requests.filter(({ url }) => url.startsWith('/api/content')).length;

    await pauseEnds(clock);
    // A probe that fails changes nothing: the error is the same element, so it is not announced again.
    await waitFor(() =>
      expect(api.requests.filter(({ url }) => url.startsWith('/api/content'))).toHaveLength(callsBefore + 1),
    );
    expect(error).toBeInTheDocument();

    isAvailable = true;
    await pauseEnds(clock);
    expect(await screen.findByText(catalogTexts.empty)).toBeInTheDocument();
    expect(error).not.toBeInTheDocument();
  });
});

describe('the offline banner', () => {
  afterEach(() => jest.restoreAllMocks());

  it('appears and disappears with the network, and is announced', async () => {
    const { container } = renderApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(appTexts.offlineBanner)).not.toBeInTheDocument();
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText(appTexts.offlineBanner).closest('[role=status]')).not.toBeNull();
    expect(await axeViolations(container)).toEqual([]);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByText(appTexts.offlineBanner)).not.toBeInTheDocument();
  });
});
