import { screen, waitFor, within } from '@testing-library/react';
import type { RulePrecision } from '../../../lambdas/contract/admin/security-alerts.ts';
import { falsePositiveRate } from '../../../web/src/features/security-center/behavior/findings.ts';
import {
  metFirst,
  behavioralPattern,
  robotPattern,
  securityProgram,
  smartToken,
} from '../../support/screens/security-program.ts';
import { createApiStub, type ApiStub, type StubAnswer } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { GRACE, securityOverview } from './security-fixture.ts';
import { person } from '../admin/users-fixture.ts';

const PATTERNS = `GET /api/admin/users/${GRACE}/behavioral-patterns`;
const PROGRAM = 'GET /api/admin/implementation-phases';
const problem = (status: number, code: string): StubAnswer => ({
  status,
  body: { code, title: code, status, requestId: 'r1' },
});

const stub = (): ApiStub =>
  createApiStub()
    .on('GET /api/admin/security-overview', { body: securityOverview() })
    .on('GET /api/admin/security-events', { body: { items: [], next_cursor: null, filter_user_name: 'Grace Hopper' } })
    .on(PROGRAM, { body: securityProgram() });

const open = (tab: string, api: ApiStub) =>
  renderApp(`/admin/security?tab=${tab}`, { signedIn: true, me: { role: 'admin' }, api });

describe('the behavioral analysis', () => {
  it('finds a user, and shows what each point came from', async () => {
    const api = stub()
      .on('GET /api/admin/users', { body: { items: [{ ...person(), id: GRACE }], next_cursor: null } })
      .on(PATTERNS, { body: { items: [robotPattern(), behavioralPattern()], consent: true } });
    const { user, path } = open('behavior', api);
    expect(await screen.findByText(/Its user can forge them, or send none/)).toBeVisible();
    expect(screen.getByText(/^Browsers of users who consent .* Points never restrict a user/)).toBeVisible();
    const users = within(await screen.findByRole('list', { name: 'Users to choose from' }));
    await user.click(users.getByRole('button'));
    await waitFor(() => expect(path()).toBe(`/admin/security?tab=behavior&user=${GRACE}`));
    const list = within(await screen.findByRole('list', { name: 'Patterns of Grace Hopper' }));
    expect(list.getByText('Risk 80')).toBeVisible();
    expect(list.getAllByText('Anomaly')).toHaveLength(1);
    const [reasons] = list.getAllByRole('list', { name: 'What the points came from' });
    expect(
      within(reasons as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'High skip rate detected: 25 points' +
        '92 % of the titles were skipped. More than 80 % of 5 titles or more adds points.',
      'The volume never changed: 30 pointspotential bot40 minutes of playback. More than 30 adds points.',
      'Hardly any mouse movements: 25 points' +
        '3 movements on 9 screens. Fewer than 10 on more than 5 screens adds points.',
    ]);
    expect(list.getByText('No rule added points.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('says when the user does not consent', async () => {
    open(`behavior&user=${GRACE}`, stub().on(PATTERNS, { body: { items: [], consent: false } }));
    expect(await screen.findByText(/^This user does not consent/)).toBeVisible();
    expect(screen.queryByText('No patterns yet')).toBeNull();
  });

  it('states the rate of false positives from twenty labels', () => {
    const labels = { true_positive: 15, benign: 0, false_positive: 5, undetermined: 0 };
    const of = (n: number, precision: RulePrecision['precision']) =>
      falsePositiveRate([{ rule: 'behavior_anomalies', labels, n, precision }]);
    expect(of(20, { value: 0.75, low: 0.531, high: 0.888 })).toBe('25 % (95 % interval: 11 % to 47 %, n = 20)');
    expect(of(19, null)).toBe('Not enough data: 19 of 20 labels');
    expect(falsePositiveRate([])).toBe('Not enough data: 0 of 20 labels');
  });
});

describe('the smart tokens of all users', () => {
  it('are shown with their trust, and revoked with a reason', async () => {
    const REVOKE = `POST /api/admin/smart-tokens/${smartToken().id}/revoke`;
    const LIST = 'GET /api/admin/smart-tokens';
    const api = stub()
      .on(LIST, { body: { items: [smartToken()] } })
      .on(REVOKE, problem(500, 'internal'));
    const { user } = open('tokens', api);
    const list = within(await screen.findByRole('list', { name: 'Active smart tokens' }));
    expect(list.getByText('Security level 2')).toBeVisible();
    expect(list.getByText('Up to 3,000 calls an hour')).toBeVisible();
    await user.click(list.getByText('Trust: 75 of 100'));
    expect(list.getByText('Analyzed behavior, as a browser reported it: +20')).toBeVisible();
    expect(list.getByText(/restrict nothing: a token of any level allows the same/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(list.getByRole('button', { name: 'Revoke Backup script of Grace Hopper' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Backup script?' }));
    expect(dialog.getByText('Shown with the token, and recorded in the audit log.')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'Leaked');
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Unable to revoke token. Please try again.')).toBeVisible();
    api.on(REVOKE, ({ body }) => {
      api.on(LIST, { body: { items: [] } });
      const { reason } = body as { readonly reason: string };
      const over = { state: 'revoked', revoked_at: smartToken().created_at, revoke_reason: reason } as const;
      return { body: smartToken(over) };
    });
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Token Revoked')).toBeVisible();
    expect(await screen.findByText('No active smart tokens')).toBeVisible();
    const revoked = api.requests.filter(({ method, url }) => `${method} ${url}` === REVOKE);
    expect(revoked.map(({ body }) => body)).toEqual([{ reason: 'Leaked' }, { reason: 'Leaked' }]);
  });
});

describe('the phases', () => {
  const phase = async (number: number, name: string) =>
    within(await screen.findByRole('region', { name: `Phase ${number}: ${name}` }));

  it('never state a value without data, and wait for the thresholds', async () => {
    open('overview', stub());
    const first = await phase(1, 'Detection');
    expect(first.getByRole('progressbar', { name: 'Progress of phase 1' })).not.toHaveAttribute('value');
    const row = first.getByRole('row', { name: /^Anomaly detection accuracy/ });
    expect([...row.children].slice(1).map(({ textContent }) => textContent)).toEqual([
      'No data yet',
      'At least 85 %',
      '0 of at least 20',
      expect.stringMatching(/ to /),
    ]);
    expect(first.getByText(/when every metric meets its threshold/)).toBeVisible();
    expect((await phase(2, 'Response')).getByText(/when the phase before it is completed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /phase \d/ })).toBeNull();
    const check = within(screen.getByRole('region', { name: 'Last check' }));
    expect(check.getByText('7 of 8 rejected')).toBeVisible();
    expect(check.getByText('media without cookies')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('are marked as ready and advanced after a question, and say when another tab was first', async () => {
    const api = stub().on(PROGRAM, { body: securityProgram(metFirst()) });
    const ready = securityProgram({ ...metFirst(), status: 'ready_for_next', progress: 95 });
    api.on('POST /api/admin/implementation-phases/1/update', { body: ready });
    api.on('POST /api/admin/implementation-phases/1/advance', problem(409, 'version_conflict'));
    const { user } = open('overview', api);
    const confirm = async (name: string, action: string) => {
      await user.click(await screen.findByRole('button', { name }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));
    };
    await confirm('Mark as ready: phase 1', 'Mark as ready');
    expect(await screen.findByText('Phase Ready for Advancement!')).toBeVisible();
    api.on(PROGRAM, { body: ready });
    await confirm('Advance phase 1', 'Advance');
    expect(await screen.findByText('Advancement Failed')).toBeVisible();
    expect(screen.getByText(/^Unable to advance to next phase\. It has changed meanwhile/)).toBeVisible();
    const completed = {
      status: 'completed',
      completed_at: ready.phases[0]?.started_at ?? null,
      progress: 100,
    } as const;
    api.on('POST /api/admin/implementation-phases/1/advance', {
      body: securityProgram({ ...metFirst(), ...completed }, { complete: true }),
    });
    await confirm('Advance phase 1', 'Advance');
    await waitFor(() => expect(screen.getAllByText('Implementation Complete!')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Advance phase 1' })).toBeNull();
  });

  it('offer no step that the server rejects, once a metric of a ready phase has fallen', async () => {
    open('overview', stub().on(PROGRAM, { body: securityProgram({ status: 'ready_for_next', progress: 95 }) }));
    expect((await phase(1, 'Detection')).getByText(/does not meet its threshold any more/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /phase \d/ })).toBeNull();
  });

  it('have a simulation of their own, and checks on request', async () => {
    const api = stub()
      .on('POST /api/admin/implementation-phases/simulation', () => {
        const simulation = { ...securityProgram().simulation, anomaly_detection_accuracy: 50 };
        api.on(PROGRAM, { body: securityProgram({}, { simulation }) });
        return { body: simulation };
      })
      .on('POST /api/admin/security-checks', { status: 202 });
    const { user } = open('overview', api);
    const simulation = within(await screen.findByRole('region', { name: 'Simulation' }));
    expect(simulation.getByText(/count for nothing/)).toBeVisible();
    await user.click(simulation.getByRole('button', { name: 'Simulate Progress' }));
    expect(await simulation.findByText('50 % · At least 85 %')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Run checks now' }));
    expect(await screen.findByText('The checks are running. The result appears here.')).toBeVisible();
    expect((await phase(1, 'Detection')).getAllByText('No data yet')).toHaveLength(4);
  });
});
