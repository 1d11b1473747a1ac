import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ClockContext } from '../../../web/src/core/clock-context.tsx';
import { PlayerHost } from '../../../web/src/features/player/views/player-host.tsx';
import { list, settle, setUp } from './set-up.ts';

/** Renders the player over a fake engine and plays an item of the list. */
export const openPlayer = async (index = 0, replaced: Parameters<typeof setUp>[0] = {}) => {
  const context = setUp(replaced);
  const { container: page } = render(
    <MemoryRouter>
      <ClockContext value={context.clock}>
        <PlayerHost player={context.player} />
      </ClockContext>
    </MemoryRouter>,
  );
  const item = list[index];
  if (!item) throw new Error(`No item ${index}`);
  await act(async () => {
    context.player.play(item, { list });
    await settle();
  });
  return { ...context, page, user: userEvent.setup() };
};

/** Moves playback to a time, in seconds. */
export const roll = (context: Awaited<ReturnType<typeof openPlayer>>, time: number) =>
  act(() => context.engine().roll(time));
