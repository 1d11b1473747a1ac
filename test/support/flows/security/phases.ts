import { BURST_CALLS } from '../../../../lambdas/contract/security/phase-rules.ts';
import { phaseEntity } from '../../../../lambdas/data/security/phase-entities.ts';
import { claimsOf } from '../../stack/sign-in.ts';
import { waitFor } from '../../stack/local-stack.ts';
import type { FlowTools } from '../flow-tools.ts';

/** Begins a phase after one that an administrator completed, simulates progress, and runs the checks of the site. */
export const advanceSecurity = async ({ clock, open, api, admin }: FlowTools): Promise<void> => {
  const at = new Date(clock.now()).toISOString();
  const completed = { status: 'completed' as const, completed_by: String(claimsOf(admin)['sub']), metrics: [] };
  await open.put(
    phaseEntity.toItem({ ...completed, phase_number: 1, started_at: at, completed_at: at, updated_at: at, version: 3 }),
  );
  const { phases } = await api.call('phases.update-phase', { params: { phase: 2 } }, admin);
  if (phases[1]?.status !== 'in_progress') throw new Error(`Phase 2 is ${phases[1]?.status}`);
  const { days_stable: days } = await api.call('phases.simulate-progress', {}, admin);
  if (days !== 1) throw new Error(`The simulation has ${days} days`);
  await api.call('phases.reset-simulation', {}, admin);
  const from = new Date().toISOString();
  await api.call('phases.run-checks', {}, admin);
  // The schedule may have stored an earlier one.
  const check = await waitFor('the result of the checks', async () => {
    const { last_check: last } = await api.call('phases.get-program', {}, admin);
    return last !== null && last.at >= from && last;
  });
  const { protection, calls } = check;
  if (protection.n < 6 || protection.passed < protection.n || calls.n !== BURST_CALLS || calls.failed > 0)
    throw new Error(`The checks found ${JSON.stringify(check)}`);
};
