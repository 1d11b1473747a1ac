import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { BURST_CALLS } from '../../../lambdas/contract/security/phase-rules.ts';
import { phaseEntity, securityCheckEntity } from '../../../lambdas/data/security/phase-entities.ts';
import { callsOf } from '../../../lambdas/domain/security/phases/attempt.ts';
import { counted } from '../../support/behavior.ts';
import { scenario } from '../../support/browser/scenario.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { openSharedSite, type Site } from '../../support/stack/site.ts';
import type { Person } from '../../support/stack/sign-in.ts';

let site: Site;
let page: Page;
let listener: Person;
let credentials: string;

/** Unique, because the tests share a site. */
const NAME = 'Robin Scripted';
const TOKEN = 'Nightly backup of Robin';
const REASON = 'The laptop was lost';

const run = promisify(execFile);
/** Runs the script that the site offers. Returns what it printed to standard output and error. */
const script = (...args: readonly string[]): Promise<string> =>
  run(process.execPath, [join(repositoryRoot, 'web', 'public', 'soundstage-token.mjs'), ...args]).then(
    ({ stdout }) => stdout,
    ({ stderr }: { readonly stderr: string }) => stderr,
  );

/** The first two phases completed, the third begun, and a check in which all was rejected and fast. */
const evidence = (userId: string) => {
  const at = new Date().toISOString();
  const begun = { started_at: at, completed_at: null, completed_by: null, metrics: null, updated_at: at, version: 1 };
  const completed = { status: 'completed' as const, completed_at: at, completed_by: userId, metrics: [] };
  const calls = Array.from({ length: BURST_CALLS }, () => ({ durationMs: 40, isOk: true }));
  return [
    ...[1, 2].map((number) => phaseEntity.toItem({ ...begun, ...completed, phase_number: number })),
    phaseEntity.toItem({ ...begun, phase_number: 3, status: 'in_progress' }),
    securityCheckEntity.toItem({
      at,
      tokens: { passed: 12, n: 12 },
      protection: { passed: 8, n: 8 },
      calls: callsOf(calls),
      failed: [],
    }),
  ];
};

beforeAll(async () => {
  site = await openSharedSite();
  listener = await site.accounts.newcomer();
  await site.api.call('account.update-me', { body: { full_name: NAME } }, listener.token);
  page = await site.signedIn('admin');
});
afterAll(() => site?.close());

scenario(
  'a user of a script, a robot and the phases of the program are seen by an administrator',
  [
    'create a smart token in the profile, and use it by the script',
    async () => {
      await page.goto(`${site.url}/streaming`);
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await page.getByRole('dialog').getByText('Smart tokens', { exact: true }).click();
      await page.getByRole('button', { name: 'Create a smart token' }).click();
      const form = page.getByRole('dialog', { name: 'Create a smart token' });
      await form.getByLabel('Name').fill(TOKEN);
      await form.getByLabel('Use').selectOption({ label: 'Read the catalog and the history' });
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      const ready = page.getByRole('dialog', { name: 'Save the credentials' });
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        ready.getByRole('button', { name: 'Download credentials' }).click(),
      ]);
      credentials = await file.path();
      expect(await script(credentials, 'show')).toContain("state: 'active'");
    },
  ],
  [
    'revoke it in the security center, with a reason that the script does not get',
    async () => {
      await page.goto(`${site.url}/admin/security?tab=tokens`);
      const token = page
        .getByRole('list', { name: 'Active smart tokens' })
        .getByRole('listitem')
        .filter({ hasText: TOKEN });
      await token.getByRole('button', { name: /^Revoke / }).click();
      const dialog = page.getByRole('dialog', { name: /^Revoke / });
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
      await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('Token Revoked', { exact: true }).waitFor();
      await token.waitFor({ state: 'hidden' });
      const denied = await script(credentials, 'show');
      expect(denied).toContain('This smart token was revoked.');
      expect(denied).not.toContain(REASON);
    },
  ],
  [
    'compare the behavior of a robot with that of a person',
    async () => {
      const { notice } = await site.api.call('privacy.get-consent', {}, listener.token);
      const others = { p_essential: true, p_analytics: false, p_marketing: false, p_functional: false } as const;
      const decision = { ...others, p_behavioral: true, notice_hash: notice.hash };
      await site.api.call('privacy.record-privacy-consent', { body: decision }, listener.token);
      const robot = counted({ plays: 10, skips: 9, pauses: 21, watch_seconds: 1801, page_views: 6 });
      const person = counted({ plays: 3, volume_changes: 1, page_views: 2, mouse_moves: 40 }, 'mouse');
      for (const [index, data] of [person, robot].entries()) {
        const body = { pattern_type: 'streaming', pattern_data: data, page: 'ab'.repeat(16), seq: index + 1 } as const;
        await site.api.call('behavior.record-pattern', { body }, listener.token);
      }
      await page.goto(`${site.url}/admin/security?tab=behavior&user=${listener.id}`);
      const patterns = page.getByRole('list', { name: `Patterns of ${NAME}` }).locator(':scope > li');
      await patterns.nth(1).waitFor();
      expect(await patterns.first().innerText()).toMatch(/potential bot/i);
      expect(await patterns.nth(1).innerText()).not.toMatch(/potential bot/i);
    },
  ],
  [
    'see that nothing proves the first phase yet, and simulate its progress apart from that',
    async () => {
      await site.api.call('phases.reset-simulation', {}, (await site.accounts.demo('admin')).token);
      await page.getByRole('tab', { name: 'Overview' }).click();
      const phases = page.getByRole('region', { name: 'Implementation phases' });
      await phases.getByText('No data yet').first().waitFor();
      const simulation = page.getByRole('region', { name: /simulation/i });
      await simulation.getByRole('button', { name: 'Simulate Progress' }).click();
      await simulation
        .getByText(/^5 % ·/)
        .first()
        .waitFor();
      await phases.getByText('No data yet').first().waitFor();
    },
  ],
  [
    'mark the last phase as ready by the evidence of a check, and complete the program',
    async () => {
      const seeded = evidence(listener.id);
      try {
        await site.operator.put(...seeded);
        await page.reload();
        const last = page.getByRole('region', { name: 'Phase 3: Protection' });
        for (const [button, question, action] of [
          ['Mark as ready: phase 3', 'Mark phase 3 as ready?', 'Mark as ready'],
          ['Advance phase 3', 'Complete phase 3?', 'Advance'],
        ] as const) {
          await last.getByRole('button', { name: button }).click();
          const dialog = page.getByRole('alertdialog', { name: question });
          await dialog.getByRole('button', { name: action, exact: true }).click();
        }
        await last.getByText('Completed', { exact: true }).waitFor();
        await page.getByText('Implementation Complete!', { exact: true }).first().waitFor();
      } finally {
        // No other test finds a program that is complete.
        for (const { pk, sk } of seeded) await site.operator.remove({ pk, sk });
      }
    },
  ],
);
