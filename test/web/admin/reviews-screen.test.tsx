import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';
import { reviewCard, safetyNotice, safetyReview, titleId } from '../support/safety.ts';
import { calls, problem } from './users-fixture.ts';

const LIST = 'GET /api/admin/safety/reviews';
const REVIEW = `GET /api/admin/safety/reviews/${titleId(1)}`;
const DECISION = `POST /api/admin/safety/reviews/${titleId(1)}/decision`;
const POLICY = 'GET /api/admin/safety/policy';
const VERSIONS = `${POLICY}/versions`;
const PREVIEW = 'POST /api/admin/safety/policy/preview';

const reviewsApi = (): ApiStub =>
  createApiStub()
    .on(LIST, { body: { items: [reviewCard(1), reviewCard(2)], next_cursor: null } })
    .on(REVIEW, { body: safetyReview(1) })
    .on(`${REVIEW}/frames/frame-0`, { body: { jpeg: '/9g=' } })
    .on('POST /api/functions/get-media-url', problem('content_not_found', 404));
const open = (api: ApiStub, path = '/admin/reviews', role: 'admin' | 'moderator' = 'moderator') =>
  renderApp(path, { signedIn: true, me: { role }, api });

/** Opens all evidence. jsdom loads no pictures, so the frame reports itself as loaded here. */
const lookAtEvidence = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
  fireEvent.load(await screen.findByRole('img', { name: 'Frame at 0:04: Exposed skin' }));
  await user.click(screen.getByRole('button', { name: 'Show quote: Profanity at 0:12' }));
};

describe('the reviews', () => {
  it('need the evidence of each category before a decision, and show model texts as text', async () => {
    const { user } = open(reviewsApi());
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    const panel = within(await screen.findByRole('region', { name: 'Review of Lotus 1' }));
    expect(panel.getByRole('button', { name: 'Approve' })).toBeDisabled();
    expect(panel.getByText(/Still to open: Adult content, Obscenity and profanity/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    expect(panel.getByText(/Still to open: Adult content/)).toBeVisible();
    fireEvent.load(await screen.findByRole('img', { name: 'Frame at 0:04: Exposed skin' }));
    await user.click(screen.getByRole('button', { name: 'Show quote: Profanity at 0:12' }));
    expect(panel.getByText('<b>damned</b> lotus')).toBeVisible();
    // A finding of an earlier version has no risk.
    expect(panel.getByText(/^Adult content · High risk · 66% confident/)).toBeVisible();
    expect(panel.getByText(/^Obscenity and profanity · Confidence unknown/)).toBeVisible();
    expect(panel.getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(await axeViolations()).toEqual([]);
  });

  it('send the decision with the opened evidence, the reason and the revision', async () => {
    const api = reviewsApi().on(DECISION, { body: { ...safetyReview(1), decision: 'approved' } });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    await lookAtEvidence(user);
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve Lotus 1?' }));
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason\./);
    expect(dialog.getByRole('switch', { name: 'Publish now' })).toBeChecked();
    await user.type(dialog.getByLabelText('Reason'), 'A glass lotus');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Title approved')).toBeVisible();
    expect(calls(api, DECISION).map(({ body }) => body)).toEqual([
      {
        rev: safetyReview(1).rev,
        outcome: 'approved',
        opened: ['frame-0', 'text-0'],
        reason: 'A glass lotus',
        publish: true,
      },
    ]);
  });

  it('keep the reason when the verdict changed meanwhile', async () => {
    const api = reviewsApi().on(DECISION, problem('version_conflict', 409));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    await lookAtEvidence(user);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Lotus 1?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Too much');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await dialog.findByText(/The verdict or the title has changed/)).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Too much');
  });

  it('are worked through with the keyboard', async () => {
    const { user } = open(reviewsApi());
    const first = await screen.findByRole('button', { name: /^Lotus 1/ });
    first.focus();
    await user.keyboard('j');
    expect(screen.getByRole('button', { name: /^Lotus 2/ })).toHaveFocus();
    await user.keyboard('k');
    expect(first).toHaveFocus();
    await user.keyboard('o');
    await lookAtEvidence(user);
    first.focus();
    await user.keyboard('a');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve Lotus 1?' }));
    // Letters in the reason are no shortcuts.
    await user.type(dialog.getByLabelText('Reason'), 'jar');
    expect(dialog.getByLabelText('Reason')).toHaveValue('jar');
  });

  it('move on to the next title after a decision', async () => {
    const api = reviewsApi().on(DECISION, { body: { ...safetyReview(1), decision: 'rejected' } });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    await lookAtEvidence(user);
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Lotus 1?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Too much');
    api.on(LIST, { body: { items: [reviewCard(2)], next_cursor: null } });
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Lotus 1/ })).toBeNull());
    expect(screen.getByRole('button', { name: /^Lotus 2/ })).toHaveFocus();
  });

  it('open one title by its address, also without a verdict', async () => {
    const unknown = { ...safetyReview(1), verdict: 'unknown', raised: [], evidence: [], missing: ['adult'] };
    const api = createApiStub()
      .on(LIST, { body: { items: [], next_cursor: null } })
      .on(REVIEW, { body: unknown });
    open(api, `/admin/reviews?item=${titleId(1)}`);
    expect(await screen.findByText('Not checked, although the policy requires it: Adult content.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(screen.getByText('No titles wait for a decision.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('evidence whose frame was deleted', () => {
  it('is opened by playing the title at that second', async () => {
    const api = reviewsApi().on(`${REVIEW}/frames/frame-0`, problem('media_not_available', 404));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    await user.click(await screen.findByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    expect(await screen.findByText(/^This picture no longer exists\. Choose “Play at 0:04” instead/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show quote: Profanity at 0:12' }));
    expect(screen.getByText(/Still to open: Adult content\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Play at 0:04: Exposed skin' }));
    expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled();
    expect(await axeViolations()).toEqual([]);
  });

  it('is not opened by playing the title while the frame may exist', async () => {
    const api = reviewsApi().on(`${REVIEW}/frames/frame-0`, problem('internal', 500));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    await user.click(await screen.findByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    expect(await screen.findByText('Failed to load the frame. Close it and try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Play at 0:04: Exposed skin' }));
    expect(screen.getByText(/Still to open: Adult content, /)).toBeVisible();
    // A picture that the browser cannot show is as good as none.
    await user.click(screen.getByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    api.on(`${REVIEW}/frames/frame-0`, { body: { jpeg: 'AAAA' } });
    await user.click(screen.getByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    fireEvent.error(await screen.findByRole('img', { name: 'Frame at 0:04: Exposed skin' }));
    await user.click(screen.getByRole('button', { name: 'Play at 0:04: Exposed skin' }));
    expect(screen.getByText(/Still to open: Obscenity and profanity\./)).toBeVisible();
  });
});

describe('decisions', () => {
  it('are listed with the policy and the models that they were based on', async () => {
    const decision = {
      id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      outcome: 'rejected',
      verdict: 'review',
      is_current: false,
      policy_version: 4,
      models: ['rekognition moderation 7.0', 'comprehend words 1'],
      reason: 'Too much',
      on_appeal: false,
      decided_by: '11111111-2222-4333-8444-555555555555',
      decided_by_name: 'Mira',
      decided_at: '2026-03-04T12:00:00.000Z',
    };
    const never = { ...decision, id: '01ARZ3NDEKTSV4RRFFQ69G5FAW', policy_version: null, models: [] };
    const review = { ...safetyReview(1), decisions: [decision, never] };
    open(reviewsApi().on(REVIEW, { body: review }), `/admin/reviews?item=${titleId(1)}`);
    const panel = within(await screen.findByRole('region', { name: 'Review of Lotus 1' }));
    expect(
      panel.getByText('Policy version 4 · Checked by: rekognition moderation 7.0, comprehend words 1'),
    ).toBeVisible();
    expect(panel.getByText('Before any evaluation')).toBeVisible();
  });
});

describe('the owner of a title', () => {
  it('sees what was found in the Edit dialog, and appeals once', async () => {
    const content = contentView({ status: 'pending', safety: { verdict: 'review', decision: null } });
    const notice = `GET /api/content/${content.id}/safety`;
    const appeal = `POST /api/content/${content.id}/safety/appeal`;
    const sent = {
      ...safetyNotice,
      can_appeal: false,
      appeals: [
        {
          text: 'Glass only',
          appealed_at: content.updated_at,
          state: 'waiting',
          outcome: null,
          reason: null,
          answered_at: null,
        },
      ],
    };
    const api = createApiStub()
      .on('GET /api/admin/content', { body: { items: [content], next_cursor: null } })
      .on(notice, { body: safetyNotice })
      .on(appeal, { body: sent });
    const { user } = open(api, '/admin/content', 'admin');
    expect(await screen.findByText('Needs review')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit Viper' }));
    const section = within(await screen.findByRole('region', { name: 'Brand safety' }));
    expect(await section.findByText('Found: Adult content')).toBeVisible();
    await user.type(section.getByLabelText('Why should staff decide again?'), 'Glass only');
    api.on(notice, { body: sent });
    await user.click(section.getByRole('button', { name: 'Appeal' }));
    expect(await section.findByText(/^Appealed on .*: Glass only$/)).toBeVisible();
    expect(section.getByText('Waits for a decision of staff.')).toBeVisible();
    expect(section.queryByRole('button', { name: 'Appeal' })).toBeNull();
    expect(calls(api, appeal).map(({ body }) => body)).toEqual([{ text: 'Glass only', rev: safetyNotice.rev }]);
  });
});

describe('an appeal against what the owner did not read', () => {
  it('is not sent, and says so', async () => {
    const content = contentView({ status: 'pending', safety: { verdict: 'review', decision: null } });
    const api = createApiStub()
      .on('GET /api/admin/content', { body: { items: [content], next_cursor: null } })
      .on(`GET /api/content/${content.id}/safety`, { body: safetyNotice })
      .on(`POST /api/content/${content.id}/safety/appeal`, problem('version_conflict', 409));
    const { user } = open(api, '/admin/content', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Edit Viper' }));
    const field = await screen.findByLabelText('Why should staff decide again?');
    await user.type(field, 'Glass only');
    await user.click(screen.getByRole('button', { name: 'Appeal' }));
    expect(await screen.findByText(/^The verdict or the file has changed since you opened this\./)).toBeVisible();
    expect(field).toHaveValue('Glass only');
  });
});

describe('the safety policy', () => {
  const policy = { ...initialPolicy, updated_by_name: null };
  const policyApi = (): ApiStub =>
    createApiStub()
      .on(POLICY, { body: { policy, evaluation: null } })
      .on(VERSIONS, { body: { items: [policy], next_cursor: null } });
  const group = async (name: string) => within(await screen.findByRole('group', { name }));

  it('must be previewed before it is saved, and again after each change', async () => {
    const sample = { id: titleId(1), title: 'Lotus 1' };
    const changes = [{ from: 'review', to: 'clear', count: 12, samples: [sample] }];
    const api = policyApi()
      .on(PREVIEW, { body: { checked: 40, total: 41, changes, next_after: null } })
      .on('PUT /api/admin/safety/policy', { body: { policy: { ...policy, version: 1 }, evaluation: null } });
    const { user } = open(api, '/admin/safety-policy', 'admin');
    const adult = await group('Adult content');
    const save = screen.getByRole('button', { name: 'Save policy' });
    const threshold = adult.getByLabelText('Review from confidence');
    expect(save).toBeDisabled();
    await user.clear(threshold);
    await user.type(threshold, '0.9');
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    expect(await screen.findByText('12 titles: “Needs review” becomes “Nothing found”')).toBeVisible();
    expect(screen.getByText(/Lotus 1/)).toBeVisible();
    expect(save).toBeEnabled();
    expect(await axeViolations()).toEqual([]);
    await user.clear(threshold);
    await user.type(threshold, '0.8');
    expect(save).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    await screen.findByText('40 titles compared');
    expect(screen.getByText(/^1 title was not compared: /)).toBeVisible();
    await user.click(save);
    expect(await screen.findByText('Policy saved')).toBeVisible();
    expect(calls(api, 'PUT /api/admin/safety/policy').map(({ body }) => body)).toEqual([
      {
        version: 0,
        rules: { ...initialPolicy.rules, adult: { ...initialPolicy.rules.adult, review_at: 0.8 } },
      },
    ]);
  });

  it('lists its versions: who saved them, when, and what they changed', async () => {
    const changed = (adult: Partial<typeof policy.rules.adult>) => ({
      ...policy.rules,
      adult: { ...policy.rules.adult, ...adult },
    });
    const [first, second, third] = [
      changed({ review_at: 0.25, min_hits: 1 }),
      changed({ review_at: 0.25, min_hits: 1, block_at: null, require_coverage: false }),
      changed({}),
    ].map((rules, index) => ({
      version: index + 1,
      rules,
      updated_at: `2026-11-2${index}T10:00:00.000Z`,
      updated_by: '11111111-2222-4333-8444-555555555555',
      updated_by_name: index === 1 ? null : '<b>Mira</b>',
    }));
    const api = policyApi().on(VERSIONS, ({ url }) => ({
      body: url.includes('cursor=more')
        ? { items: [first, policy], next_cursor: null }
        : { items: [third, second], next_cursor: 'more' },
    }));
    const { user } = open(api, '/admin/safety-policy', 'admin');
    const section = within(await screen.findByRole('region', { name: 'Versions' }));
    const versions = async () =>
      within(await section.findByRole('list', { name: 'Versions' }))
        .getAllByText(/^(?:Version \d|Initial policy)$/)
        .map((name) => name.closest('li')?.textContent);
    const [newest, next] = await versions();
    expect(newest).toMatch(/^Version 3Saved by <b>Mira<\/b>, .*2026/);
    expect(newest).toContain('Adult content, “Block from confidence”: never became 0.95');
    expect(newest).toContain('Adult content, “Must be checked”: no became yes');
    // What it changed is known once the version before it is loaded.
    expect(next).toMatch(/^Version 2Saved by Deleted user, [^“]*$/);
    await user.click(section.getByRole('button', { name: 'Load more' }));
    expect(await section.findByText('Adult content, “Findings for a review”: 2 became 1')).toBeVisible();
    const [, loaded, oldest, initial] = await versions();
    expect(loaded).toContain('Adult content, “Block from confidence”: 0.95 became never');
    expect(oldest).toContain('Adult content, “Review from confidence”: 0.6 became 0.25');
    expect(initial).toBe('Initial policyThe policy of a new platform');
    expect(document.querySelector('b')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows a new version in the list once it is saved, and offers a retry when the list fails', async () => {
    const api = policyApi()
      .on(VERSIONS, problem('internal', 500))
      .on(PREVIEW, { body: { checked: 0, total: 0, changes: [], next_after: null } })
      .on('PUT /api/admin/safety/policy', { body: { policy: { ...policy, version: 1 }, evaluation: null } });
    const { user } = open(api, '/admin/safety-policy', 'admin');
    const section = within(await screen.findByRole('region', { name: 'Versions' }));
    expect(await section.findByText('Failed to load the versions. Please try again.')).toBeVisible();
    api.on(VERSIONS, { body: { items: [policy], next_cursor: null } });
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText('Initial policy')).toBeVisible();
    await user.type((await group('Adult content')).getByLabelText('Review from confidence'), '5');
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    await screen.findByText('No verdict would change.');
    const saved = { ...policy, version: 1, updated_at: '2026-11-20T10:00:00.000Z' };
    api
      .on(POLICY, { body: { policy: saved, evaluation: null } })
      .on(VERSIONS, { body: { items: [saved, policy], next_cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Save policy' }));
    expect(await section.findByText('Version 1')).toBeVisible();
  });

  it('names the field of a wrong number', async () => {
    const { user } = open(policyApi(), '/admin/safety-policy', 'admin');
    const hits = (await group('Adult content')).getByLabelText('Findings for a review');
    await user.clear(hits);
    await user.type(hits, '1.5');
    await user.click(screen.getByRole('button', { name: 'Preview changes' }));
    expect(hits).toHaveAccessibleDescription(/Enter a whole number from 1 to 100\./);
  });
});
