import { fireEvent, screen, within } from '@testing-library/react';
import type { OwnTitle, SafetyNotice } from '../../../lambdas/contract/admin/safety-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { safetyNotice, titleId } from '../support/safety.ts';

const NOTICE = `GET /api/content/${titleId(1)}/safety`;
const AT = '2026-03-04T12:00:00.000Z';

const own = (number: number): OwnTitle => ({
  content_id: titleId(number),
  title: `Lotus ${number}`,
  content_type: 'video',
  status: 'pending',
  verdict: 'review',
  decision: null,
});
const open = (items: readonly OwnTitle[], notice: SafetyNotice = safetyNotice) =>
  renderApp('/my-titles', {
    signedIn: true,
    api: createApiStub()
      .on('GET /api/content', { body: { items: [], next_cursor: null } })
      .on('GET /api/own-creators', { body: { items: [] } })
      .on('GET /api/own-titles', ({ url }) => ({
        body: url.includes('cursor=more')
          ? { items: [own(9)], next_cursor: null }
          : { items, next_cursor: items.length > 0 ? 'more' : null },
      }))
      .on(NOTICE, { body: notice })
      .on(`${NOTICE}/frames/frame-0`, { body: { jpeg: '/9g=' } }),
  });
const openFirst = async ({ user }: ReturnType<typeof open>) => {
  await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
  return within(await screen.findByRole('region', { name: 'Brand safety' }));
};

describe('the owner of titles', () => {
  it('sees the rule, the evidence in its place, and the model', async () => {
    const app = open([own(1)]);
    const notice = await openFirst(app);
    expect(
      await notice.findByText(
        'The rule for “Adult content”: a review from 2 findings of at least 60% confidence within 10 seconds.',
      ),
    ).toBeVisible();
    expect(notice.getByText('Policy version 1 · rekognition moderation 7.0')).toBeVisible();
    const evidence = within(notice.getByRole('list', { name: 'What counts' }));
    expect(evidence.getByText('In the picture at 0:04 · Found by rekognition moderation 7.0')).toBeVisible();
    expect(evidence.getByText('Spoken from 0:12 to 0:14 · Found by comprehend words 1')).toBeVisible();
    // Frame and words are covered until the owner asks for them, and only staff can play a title from here.
    expect(evidence.queryByText('<b>damned</b> lotus')).toBeNull();
    await app.user.click(evidence.getByRole('button', { name: 'Show quote: Profanity at 0:12' }));
    expect(evidence.getByText('<b>damned</b> lotus')).toBeVisible();
    await app.user.click(evidence.getByRole('button', { name: 'Show frame: Exposed skin at 0:04' }));
    const frame = await evidence.findByRole('img', { name: 'Frame at 0:04: Exposed skin' });
    expect(evidence.queryByRole('button', { name: /^Play at/ })).toBeNull();
    expect(await axeViolations()).toEqual([]);
    fireEvent.error(frame);
    expect(await evidence.findByText('This picture no longer exists.')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('button', { name: /^Lotus 9/ })).toBeVisible();
  });

  it('sees each appeal with its state and outcome', async () => {
    const waiting = { appealed_at: AT, state: 'waiting', outcome: null, reason: null, answered_at: null } as const;
    const notice = await openFirst(
      open([own(1)], {
        ...safetyNotice,
        verdict: 'unknown',
        raised: [],
        evidence: [],
        models: [],
        policy_version: null,
        missing: ['adult'],
        problems: [{ step: 'frames', state: 'failed', reason: 'The pictures were not checked in time.' }],
        can_appeal: false,
        decision: 'rejected',
        reason: 'Too much skin',
        appeals: [
          { ...waiting, text: 'Third', appealed_at: '2026-03-06T12:00:00.000Z' },
          {
            ...waiting,
            text: 'Second',
            appealed_at: '2026-03-05T12:00:00.000Z',
            state: 'answered',
            outcome: 'rejected',
            reason: 'Too much skin',
            answered_at: AT,
          },
          { ...waiting, text: 'First', state: 'superseded' },
        ],
      }),
    );
    const appeals = await notice.findByRole('list', { name: 'Appeals' });
    const [third, second, first] = within(appeals)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(third).toMatch(/: ThirdWaits for a decision of staff\.$/);
    expect(second).toMatch(/: SecondRejected by staff on .*2026.*: Too much skin$/);
    expect(first).toMatch(/: FirstThe file was replaced before staff decided\.$/);
    expect(notice.getByText('Picture: The pictures were not checked in time.')).toBeVisible();
    expect(notice.getByText('Not checked, although the policy requires it: Adult content.')).toBeVisible();
    expect(notice.queryByRole('button', { name: 'Appeal' })).toBeNull();
  });

  it('finds the way there in the profile, and learns why there are none', async () => {
    const { user } = open([]);
    expect(await screen.findByText(/^No titles belong to you\./)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    expect(
      await screen.findByRole('link', { name: 'See how your titles are played, and what the analysis found in them' }),
    ).toHaveAttribute('href', '/my-titles');
  });
});
