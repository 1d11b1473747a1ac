import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, Suspense, type ReactNode } from 'react';
import { lazyPart } from '../../../web/src/core/lazy-part.tsx';

const chunkFailure = new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/x-1.js');
const Part = ({ name }: { readonly name: string }) => <p>Part {name}</p>;

/** Renders a part next to a form. Its download ends as `outcomes` say, one after another; the last one repeats. */
const setUp = (...outcomes: readonly (Error | 'loads')[]) => {
  const load = jest.fn(async () => {
    const outcome = outcomes[Math.min(load.mock.calls.length, outcomes.length) - 1];
    if (outcome instanceof Error) throw outcome;
    return { Part };
  });
  const LazyPart = lazyPart(load, 'Part', 'inline');
  const Page = ({ shown }: { readonly shown: boolean }) => (
    <>
      <input aria-label="Title" />
      {shown && (
        <Suspense fallback="Loading">
          <LazyPart name="one" />
        </Suspense>
      )}
    </>
  );
  return { load, Page, user: userEvent.setup() };
};

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => jest.restoreAllMocks());

it('fails where it is, keeps what was typed, and appears after another attempt', async () => {
  const { Page, load, user } = setUp(chunkFailure, chunkFailure, 'loads');
  const { rerender } = render(<Page shown={false} />);
  await user.type(screen.getByLabelText('Title'), 'Half a');
  rerender(<Page shown />);
  const again = async () => user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("This part of the page couldn't be loaded.");
  await again();
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  await again();
  expect(await screen.findByText('Part one')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Title')).toHaveValue('Half a');
});

it('can be dismissed where the page works without it, and still tries again when the network returns', async () => {
  const load = jest.fn(async () => {
    if (load.mock.calls.length === 1) throw chunkFailure;
    return { Part };
  });
  const Optional = lazyPart(load, 'Part', 'optional');
  render(
    <Suspense>
      <Optional name="one" />
    </Suspense>,
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Part one')).toBeVisible();
});

it('closes a dialog that is dismissed, and offers no dismissal of a required part', async () => {
  const onClose = jest.fn();
  type Dialog = (props: { readonly onClose: () => void }) => ReactNode;
  const failing = async (): Promise<{ readonly Dialog: Dialog }> => {
    throw chunkFailure;
  };
  const Closing = lazyPart(failing, 'Dialog', (props) => props.onClose());
  const Required = lazyPart(failing, 'Dialog');
  render(
    <Suspense>
      <Closing onClose={onClose} />
      <Required onClose={onClose} />
    </Suspense>,
  );
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('tries again when the network returns', async () => {
  const { Page } = setUp(chunkFailure, 'loads');
  render(<Page shown />);
  await screen.findByRole('alert');
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Part one')).toBeVisible();
});

it('passes other errors on to the screen', async () => {
  class Screen extends Component<{ readonly children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override render = () => (this.state.failed ? <p>The screen failed</p> : this.props.children);
  }
  const { Page } = setUp(new Error('broken'));
  render(
    <Screen>
      <Page shown />
    </Screen>,
  );
  expect(await screen.findByText('The screen failed')).toBeVisible();
});
