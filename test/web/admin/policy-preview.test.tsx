import { screen, waitFor } from '@testing-library/react';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { createApiStub, type StubAnswer } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { titleId } from '../support/safety.ts';
import { calls, problem } from './users-fixture.ts';

const PREVIEW = 'POST /api/admin/safety/policy/preview';

const part = (next: string | null, change: { readonly from?: string; readonly count?: number } = {}): StubAnswer => {
  const { from = 'review', count = 7 } = change;
  const sample = { id: titleId(1), title: `Lotus from ${from}` };
  return {
    body: { checked: 2500, total: 6000, changes: [{ from, to: 'clear', count, samples: [sample] }], next_after: next },
  };
};

/** Opens the policy with another threshold. The response to each part is the next one of `parts`. */
const openPreview = async (...parts: readonly (StubAnswer | Promise<StubAnswer>)[]) => {
  const policy = { ...initialPolicy, updated_by_name: null };
  const left = [...parts];
  const api = createApiStub()
    .on('GET /api/admin/safety/policy', { body: { policy, evaluation: null } })
    .on('GET /api/admin/safety/policy/versions', { body: { items: [policy], next_cursor: null } })
    .on(PREVIEW, async () => left.shift() ?? problem('internal', 500));
  const { user } = renderApp('/admin/safety-policy', { signedIn: true, me: { role: 'admin' }, api });
  const [threshold] = await screen.findAllByLabelText('Review from confidence');
  if (!threshold) throw new Error('No threshold');
  await user.type(threshold, '5');
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  const parameters = () =>
    calls(api, PREVIEW).map(({ body }) => {
      const { version, after } = body as { version: number; after?: string };
      return [version, after];
    });
  return { api, user, threshold, parameters };
};
const save = () => screen.getByRole('button', { name: 'Save policy' });
const stopText = /^This is a part of the catalog: 2,500 of 6,000 titles compared\./;

describe('the preview of a policy', () => {
  it('shows its progress, stops on request, and continues where it stopped', async () => {
    const second = Promise.withResolvers<StubAnswer>();
    const { user, parameters } = await openPreview(part('a'), second.promise, part('b', { count: 5 }), part(null));
    expect(await screen.findByText('2,500 of 6,000 titles compared')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Comparing titles' })).toHaveValue((100 * 2500) / 6000);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    second.resolve(part('never'));
    expect(await screen.findByText(stopText)).toBeVisible();
    // What was found so far stays, but it is not enough to save the policy.
    expect(screen.getByText('7 titles: “Needs review” becomes “Nothing found”')).toBeVisible();
    expect(save()).toBeDisabled();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('7,500 titles compared')).toBeVisible();
    expect(screen.getByText('19 titles: “Needs review” becomes “Nothing found”')).toBeVisible();
    expect(parameters()).toEqual([
      [0, undefined],
      [0, 'a'],
      [0, 'a'],
      [0, 'b'],
    ]);
    expect(save()).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('shows what it found before a part failed, and compares other rules from the beginning', async () => {
    const { user, threshold, parameters } = await openPreview(
      part('a'),
      problem('internal', 500),
      part('b', { from: 'unknown' }),
      part(null, { from: 'unknown' }),
    );
    expect(await screen.findByText(/^Failed to preview the changes\./)).toBeVisible();
    expect(screen.getByText(stopText)).toBeVisible();
    expect(screen.getByText(/Lotus from review/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
    await user.type(threshold, '5');
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    expect(await screen.findByText('5,000 titles compared')).toBeVisible();
    expect(screen.getByText(/^1,000 titles were not compared: /)).toBeVisible();
    expect(screen.queryByText(/Lotus from review/)).toBeNull();
    expect(parameters().slice(2)).toEqual([
      [0, undefined],
      [0, 'b'],
    ]);
  });

  it('ends when someone else saved a policy meanwhile, and keeps what the user changed of it', async () => {
    const conflict = Promise.withResolvers<StubAnswer>();
    const { api, user, threshold, parameters } = await openPreview(part('a'), conflict.promise, part(null));
    const [hits] = screen.getAllByLabelText('Findings for a review');
    const adult = { ...initialPolicy.rules.adult, review_at: 0.5, min_hits: 9 };
    const policy = { ...initialPolicy, version: 1, rules: { ...initialPolicy.rules, adult }, updated_by_name: 'Mira' };
    api.on('GET /api/admin/safety/policy', { body: { policy, evaluation: null } });
    conflict.resolve(problem('version_conflict', 409));
    expect(await screen.findByText(/^Someone else saved a policy in the meantime\./)).toBeVisible();
    expect(screen.getByText(stopText)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await waitFor(() => expect(hits).toHaveValue('9'));
    expect(threshold).toHaveValue('0.65');
    expect(save()).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    expect(await screen.findByText('2,500 titles compared')).toBeVisible();
    expect(parameters().at(-1)).toEqual([1, undefined]);
    expect(save()).toBeEnabled();
  });

  it('shows no numbers before the first part', async () => {
    const first = Promise.withResolvers<StubAnswer>();
    const { user } = await openPreview(first.promise, problem('version_conflict', 409));
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    first.resolve(part('never'));
    expect(await screen.findByText('No title has been compared yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/^Someone else saved a policy in the meantime\./)).toBeVisible();
    expect(screen.queryByText(/compared/)).toBeNull();
  });
});
