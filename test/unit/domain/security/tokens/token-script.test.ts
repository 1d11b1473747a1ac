import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  REFRESH_BELOW_SECONDS,
  REFRESH_CHECK_SECONDS,
  TOKEN_SECONDS,
} from '../../../../../lambdas/contract/security/token-rules.ts';
import { newScriptKey } from '../../../../support/attacks/dpop-proof.ts';
import { repositoryRoot } from '../../../../support/source-tree.ts';

const SCRIPT = join(repositoryRoot, 'web', 'public', 'soundstage-token.mjs');
const CLOCK = join(__dirname, 'token-script-clock.mjs');
const START = Date.parse('2026-11-28T00:00:00.000Z');
const [CHECK, BELOW, TOKEN] = [REFRESH_CHECK_SECONDS, REFRESH_BELOW_SECONDS, TOKEN_SECONDS].map(
  (seconds) => seconds * 1000,
) as [number, number, number];
/** The first check that finds less time left than the limit: at the one before, exactly the limit is left. */
const DUE = TOKEN - BELOW + CHECK;

const folder = mkdtempSync(join(tmpdir(), 'soundstage-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly at: number;
  readonly waits?: number;
  readonly calls?: string;
  readonly token?: string;
}

/** Runs `keep` with a new token on a clock of its own, for as long as the token is valid. */
const keep = (name: string, scenario: object = {}) => {
  const file = join(folder, name);
  const expires = new Date(START + TOKEN).toISOString();
  const { privateJwk } = newScriptKey();
  const credentials = { site: 'https://media.example.org', token: 'first', private_key: privateJwk };
  writeFileSync(file, JSON.stringify({ ...credentials, expires_at: expires }));
  const env = {
    ...process.env,
    SCENARIO: JSON.stringify({ file, start: START, tokenMs: TOKEN, until: TOKEN, ...scenario }),
  };
  return new Promise<{ lines: readonly Line[]; refreshes: readonly Line[]; error: string; saved: string }>((resolve) =>
    execFile(process.execPath, ['--import', CLOCK, SCRIPT, file, 'keep'], { env }, (_failure, stdout, error) => {
      const lines = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line);
      const refreshes = lines.filter(({ calls }) => calls === 'POST /api/token/refresh');
      const { token: saved } = JSON.parse(readFileSync(file, 'utf8')) as { token: string };
      resolve({ lines, refreshes, error, saved });
    }),
  );
};

it('checks as often as the contract says, and refreshes once below its limit', async () => {
  const { lines, refreshes, saved } = await keep('day.json');
  const waits = lines.filter(({ waits }) => waits !== undefined);
  expect(waits.map(({ at, waits }) => [at, waits])).toEqual(
    Array.from({ length: TOKEN / CHECK + 1 }, (_, index) => [index * CHECK, CHECK]),
  );
  expect(refreshes).toMatchObject([{ at: DUE, token: 'first' }]);
  expect(saved).toBe('after first');
});

it('asks again with the same token when a response was lost', async () => {
  const { refreshes, saved, error } = await keep('lost.json', { lost: 2 });
  expect(refreshes.map(({ at, token }) => [at, token])).toEqual([
    [DUE, 'first'],
    [DUE + CHECK, 'first'],
    [DUE + 2 * CHECK, 'first'],
  ]);
  expect([error.includes('cannot be reached'), saved]).toEqual([true, 'after first']);
});

it('uses the token that another command has stored', async () => {
  const before = await keep('other.json', { otherAt: DUE });
  expect([before.refreshes, before.saved]).toEqual([[], 'of another command']);
  const meanwhile = await keep('faster.json', { rejects: 'after another command' });
  expect([meanwhile.refreshes.length, meanwhile.saved]).toEqual([1, 'of another command']);
  expect(meanwhile.lines.at(-1)?.at).toBe(TOKEN);
});

it('ends when its token is rejected', async () => {
  const { lines, refreshes, error } = await keep('rejected.json', { rejects: 'always' });
  expect([refreshes.length, lines.at(-1)?.at]).toEqual([1, DUE]);
  expect(error).toContain('create a new one on the site');
});

it('refreshes nothing that it cannot store', async () => {
  // The name of a draft is longer, and too long.
  const { lines, refreshes, error, saved } = await keep(`${'x'.repeat(245)}.json`);
  expect([refreshes, saved, lines.at(-1)?.at]).toEqual([[], 'first', TOKEN]);
  expect(error).toContain('cannot be replaced');
});
