import { screen, within } from '@testing-library/react';
import type { PersonPlan, PlanHistoryEntry } from '../../../lambdas/contract/admin/billing.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';
import { calls, openUsers, person, personPlan as plan, problem, rowOf } from './users-fixture.ts';

const { id } = person();
const PLAN = `GET /api/admin/users/${id}/plan`;
const HISTORY = `GET /api/admin/users/${id}/plan/history`;
const GIVE = `POST /api/admin/users/${id}/complimentary-plan`;
const END = `${GIVE}/end`;
const AT = '2026-03-04T12:00:00.000Z';
const LATER = '2026-04-04T12:00:00.000Z';
const NEVER_ENDS = { until: null, reason: 'Speaks at our event' } as const;

const gift = (fields: Partial<NonNullable<PersonPlan['complimentary']>> = {}) => ({
  plan: 'premium' as const,
  ...NEVER_ENDS,
  given_by: { id: testPerson.id, name: 'Ada Listener' },
  given_at: AT,
  ...fields,
});
const entry = (number: number, fields: Partial<PlanHistoryEntry> = {}): PlanHistoryEntry => ({
  id: `v${number}`,
  at: AT,
  kind: 'plan_changed',
  plan_before: 'free',
  plan_after: 'premium',
  source: 'stripe',
  cause: 'customer.subscription.created',
  object_id: null,
  by: null,
  ...fields,
});
const page = (items: readonly PlanHistoryEntry[], next_cursor: string | null = null) => ({
  body: { items, next_cursor },
});

const openWith = (api: ApiStub) => renderApp(`/admin/users/${id}/plan`, { signedIn: true, me: { role: 'admin' }, api });
const open = (shown: PersonPlan = plan()) => openWith(createApiStub().on(PLAN, { body: shown }).on(HISTORY, page([])));
const factsOf = async (title: string) => {
  const section = await screen.findByRole('region', { name: title });
  return within(section)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
};

/** A day, as a date field has it, and the end of that day in the time zone of the test. */
const LAST_DAY = '2031-12-31';
const END_OF_LAST_DAY = new Date(2032, 0, 1).toISOString();

describe('the plan of a user', () => {
  it('has its source, what follows, and the subscription', async () => {
    const zoned = (day: string) => expect.stringMatching(day);
    open(
      plan({
        plan: 'creator',
        source: 'stripe',
        plan_until: LATER,
        state: 'active',
        subscription_plan: 'creator',
        period_end: LATER,
        cancels_at: LATER,
        next_plan: 'premium',
        trial_used_at: AT,
        customer_id: 'cus_1',
        synced_at: AT,
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Plan of Bob Builder' })).toBeVisible();
    expect(await factsOf('Current plan')).toEqual([
      'Email: bob@example.org',
      'Plan: Creator Pro',
      'Source: Subscription',
      zoned('^Ends unless renewed: Apr 4, 2026, .*, then Free$'),
    ]);
    expect(await factsOf('Subscription')).toEqual([
      'Plan: Creator Pro',
      'State: Active',
      zoned('^Period ends: Apr 4, 2026'),
      zoned('^Canceled as of: Apr 4, 2026'),
      zoned('^Changes to: Premium on Apr 4, 2026'),
      zoned('^Free trial: Used on Mar 4, 2026'),
      'Stripe customer: cus_1',
      zoned('^Last read from Stripe: Mar 4, 2026'),
    ]);
    expect(screen.getByRole('link', { name: 'Audit log' })).toHaveAttribute('href', `/admin/audit?id=${id}`);
    expect(await axeViolations()).toEqual([]);
  });

  it('says what a user without a subscription has', async () => {
    open(plan({ email: '', full_name: '' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Plan of Unknown User' })).toBeVisible();
    expect(await factsOf('Current plan')).toEqual(['Email: No email address', 'Plan: Free', 'Source: Free plan']);
    expect(await factsOf('Subscription')).toEqual([
      'State: No subscription',
      'Free trial: Not used',
      'Stripe customer: None',
      'Last read from Stripe: Never',
    ]);
    expect(screen.getByText('This user has no complimentary plan.')).toBeVisible();
    expect(await screen.findByText('Nothing has changed yet.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('names the end of a running trial, and alerts with what to do', async () => {
    open(
      plan({
        state: 'trialing',
        subscription_plan: 'premium',
        period_end: LATER,
        alerts: ['duplicate_subscription', 'unknown_price'],
      }),
    );
    expect(await factsOf('Subscription')).toContainEqual(expect.stringMatching('^Trial ends: Apr 4, 2026'));
    expect(screen.getByText(/^This user pays twice and has the better plan/)).toBeVisible();
    expect(screen.getByText(/^A subscription has a price that belongs to no plan/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('is linked from the list of users', async () => {
    openUsers();
    expect((await rowOf('Bob Builder')).getByRole('link', { name: 'Plan of Bob Builder' })).toHaveAttribute(
      'href',
      `/admin/users/${id}/plan`,
    );
  });

  it.each([
    ['was deleted', problem('user_not_found', 404)],
    ['has an invalid id', problem('validation_failed', 400)],
  ])('is missing for a user who %s', async (_why, answer) => {
    const api = createApiStub()
      .on(PLAN, answer)
      .on('GET /api/admin/users', { body: { items: [], next_cursor: null } });
    const { user, path } = openWith(api);
    expect(await screen.findByText("This user doesn't exist or was deleted.")).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Back to users' }));
    expect(path()).toBe('/admin/users');
  });

  it('is loaded again after a failure', async () => {
    const api = createApiStub().on(PLAN, problem('forbidden', 403)).on(HISTORY, page([]));
    const { user } = openWith(api);
    expect(await screen.findByText('Failed to load the plan. Please try again.')).toBeVisible();
    api.on(PLAN, { body: plan() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Plan of Bob Builder' })).toBeVisible();
  });
});

describe('a complimentary plan', () => {
  it('is given with a reason and a last day', async () => {
    const { user, api } = open();
    api.on(GIVE, () => {
      api.on(PLAN, {
        body: plan({ plan: 'creator', source: 'complimentary', complimentary: gift({ plan: 'creator' }) }),
      });
      return { body: plan() };
    });
    await user.click(await screen.findByRole('button', { name: 'Give plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Give Bob Builder a plan' }));
    expect(await axeViolations()).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('Plan'), 'Creator Pro');
    await user.type(dialog.getByLabelText('Last day (optional)'), LAST_DAY);
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(dialog.getByLabelText('Reason')).toHaveFocus();
    expect(dialog.getByText('Enter a reason.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), ' Speaks{enter}at our event ');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(await screen.findByText('Plan given')).toBeVisible();
    expect(calls(api, GIVE).map(({ body }) => body)).toEqual([
      { plan: 'creator', until: END_OF_LAST_DAY, reason: 'Speaks at our event', replaces: null },
    ]);
    expect(await screen.findByText('Creator Pro until an administrator ends it')).toBeVisible();
    expect(screen.getByText(/^Given by Ada Listener on Mar 4, 2026/)).toBeVisible();
    expect(screen.getByText('Reason: Speaks at our event')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('does not end in the past', async () => {
    // The clock of the test starts in 1970.
    const { user, api } = open();
    await user.click(await screen.findByRole('button', { name: 'Give plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Last day (optional)'), '1969-12-30');
    await user.type(dialog.getByLabelText('Reason'), 'A gift');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(dialog.getByText('Choose today or a later day.')).toBeVisible();
    expect(dialog.getByLabelText('Last day (optional)')).toHaveFocus();
    expect(calls(api, GIVE)).toEqual([]);
  });

  it('is not given without an end because its last day is incomplete', async () => {
    const { user, api } = open();
    await user.click(await screen.findByRole('button', { name: 'Give plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    const lastDay = dialog.getByLabelText('Last day (optional)');
    // What a browser reports about a day without a year. The value of the field is empty.
    Object.defineProperty(lastDay, 'validity', { value: { badInput: true } });
    await user.type(dialog.getByLabelText('Reason'), 'A gift');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(dialog.getByText('Enter a complete date.')).toBeVisible();
    expect(lastDay).toHaveFocus();
    expect(calls(api, GIVE)).toEqual([]);
  });

  it('is changed from what it is now', async () => {
    const { user, api } = open(
      plan({ plan: 'premium', source: 'complimentary', complimentary: gift({ until: END_OF_LAST_DAY }) }),
    );
    api.on(GIVE, { body: plan() });
    expect(await screen.findByText(/^Premium until Jan 1, 2032/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('This replaces the complimentary Premium plan.')).toBeVisible();
    expect(dialog.getByLabelText('Plan')).toHaveDisplayValue('Premium');
    expect(dialog.getByLabelText('Last day (optional)')).toHaveValue(LAST_DAY);
    await user.clear(dialog.getByLabelText('Last day (optional)'));
    await user.type(dialog.getByLabelText('Reason'), 'Stays with us');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(await screen.findByText('Plan given')).toBeVisible();
    expect(calls(api, GIVE).map(({ body }) => body)).toEqual([
      { plan: 'premium', until: null, reason: 'Stays with us', replaces: AT },
    ]);
  });

  it('is ended with a reason', async () => {
    const { user, api } = open(plan({ plan: 'creator', source: 'stripe', complimentary: gift() }));
    api.on(END, () => {
      api.on(PLAN, { body: plan() });
      return { body: plan() };
    });
    expect(await screen.findByText('Not in use: the user has Creator Pro from another source.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End plan' }));
    const dialog = within(await screen.findByRole('dialog', { name: "End Bob Builder's complimentary plan" }));
    expect(await axeViolations()).toEqual([]);
    await user.type(dialog.getByLabelText('Reason'), 'The event is over');
    await user.click(dialog.getByRole('button', { name: 'End plan' }));
    expect(await screen.findByText('Plan ended')).toBeVisible();
    expect(calls(api, END).map(({ body }) => body)).toEqual([{ reason: 'The event is over', given_at: AT }]);
    expect(await screen.findByText('This user has no complimentary plan.')).toBeVisible();
  });

  it('that has ended is named as such', async () => {
    open(plan({ complimentary: gift({ until: '1969-06-01T12:00:00.000Z' }) }));
    expect(await screen.findByText(/^Premium, ended Jun 1, 1969/)).toBeVisible();
    expect(screen.queryByText(/^Not in use/)).not.toBeInTheDocument();
  });

  it('is not overwritten when another administrator was first', async () => {
    const { user, api } = open();
    const theirs = gift({ plan: 'business', given_at: LATER, given_by: { id, name: null } });
    api.on(GIVE, () => {
      api.on(PLAN, { body: plan({ complimentary: theirs }) }).on(GIVE, { body: plan() });
      return problem('version_conflict', 409);
    });
    await user.click(await screen.findByRole('button', { name: 'Give plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'A gift');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Another administrator changed the complimentary plan. Check what it is now, then try again.',
    );
    expect(await dialog.findByText('This replaces the complimentary Business Enterprise plan.')).toBeVisible();
    expect(dialog.getByLabelText('Plan')).toHaveDisplayValue('Premium');
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(await screen.findByText('Plan given')).toBeVisible();
    expect(calls(api, GIVE).map(({ body }) => (body as { readonly replaces: unknown }).replaces)).toEqual([
      null,
      LATER,
    ]);
  });

  it('says why it was not saved, and keeps the reason', async () => {
    const { user, api } = open();
    api.on(GIVE, problem('forbidden', 403, 'You are no longer an administrator.'));
    await user.click(await screen.findByRole('button', { name: 'Give plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'A gift');
    await user.click(dialog.getByRole('button', { name: 'Give plan' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      "Couldn't save the plan. You are no longer an administrator.",
    );
    expect(dialog.getByLabelText('Reason')).toHaveValue('A gift');
  });
});

describe('the history of a plan', () => {
  it('lists changes, refunds, disputes and alerts, page by page', async () => {
    const api = createApiStub();
    const first = [
      entry(6, { kind: 'refund', cause: 'charge.refunded', object_id: 'ch_1' }),
      entry(5, { kind: 'dispute', cause: 'charge.dispute.created', source: null }),
      entry(4, { kind: 'alert', cause: 'duplicate_subscription' }),
      entry(3, { source: 'complimentary', cause: 'user.plan-given', by: { id: testPerson.id, name: 'Ada Listener' } }),
    ];
    const second = [
      entry(2, { plan_before: 'premium', cause: 'user.plan-ended', by: { id, name: null } }),
      entry(1, { kind: 'alert', cause: 'something_new' }),
      entry(0, { plan_before: null, source: 'manual', cause: 'user.created' }),
    ];
    api.on(HISTORY, ({ url }) => (url.includes('cursor=next') ? page(second) : page(first, 'next')));
    api.on(PLAN, { body: plan() });
    const { user } = openWith(api);
    const list = within(await screen.findByRole('list', { name: 'Changes of the plan' }));
    const lines = () => list.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines()).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Starts with Premium');
    expect(lines()).toEqual([
      expect.stringMatching(/^Payment refundedSubscription.*Stripe event charge\.refunded, ch_1$/),
      expect.stringMatching(/^Payment disputedMar.*Stripe event charge\.dispute\.created$/),
      expect.stringMatching(/^Two subscriptionsSubscription[^.]*$/),
      expect.stringMatching(/^Free to PremiumComplimentary.*Complimentary plan given by Ada Listener$/),
      expect.stringMatching(/^Plan stays PremiumSubscription.*Complimentary plan ended by a deleted user$/),
      expect.stringMatching(/^Alert: something_new/),
      expect.stringMatching(/^Starts with PremiumTest user.*Created as a test user$/),
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('is loaded again after a failure, apart from the plan', async () => {
    const api = createApiStub().on(HISTORY, problem('forbidden', 403)).on(PLAN, { body: plan() });
    const { user } = openWith(api);
    expect(await screen.findByText('Failed to load the history. Please try again.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Plan of Bob Builder' })).toBeVisible();
    api.on(HISTORY, page([entry(1)]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Free to Premium')).toBeVisible();
  });
});
