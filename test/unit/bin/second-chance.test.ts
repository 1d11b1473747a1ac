import type { JestRun, TestFile } from '../../../bin/steps/jest-run.ts';
import { giveSecondChance, type ProjectFile } from '../../../bin/steps/second-chance.ts';

const passes = (path: string): TestFile => ({ path, seconds: 1, passed: 2, failures: [] });
const fails = (path: string, message = 'Expected 1\n  at a.ts:3'): TestFile => ({
  ...passes(path),
  passed: 1,
  failures: [{ name: 'group case', message }],
});
const ofProject = (file: TestFile): ProjectFile => ({ ...file, project: 'integration' });

let printed: string[];
beforeEach(() => {
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => jest.restoreAllMocks());

/** Gives a second chance in which the files that `second` names have that result, and all others pass. */
const chance = async (files: readonly TestFile[], second: readonly TestFile[] = []) => {
  const again: string[] = [];
  const run = async (_project: string | undefined, [, path = '']: readonly string[]): Promise<JestRun> => {
    again.push(path);
    return { files: [second.find((file) => file.path === path) ?? passes(path)], crashed: false, processorSeconds: 0 };
  };
  return { ...(await giveSecondChance(files.map(ofProject), run)), again };
};

it('runs only what failed, and counts and names what passed then', async () => {
  const { files, flaky, again } = await chance([passes('a'), fails('b')]);
  expect(again).toEqual(['b']);
  expect(flaky).toBe(1);
  expect(files).toEqual([passes('a'), passes('b')].map(ofProject));
  expect(printed).toContain('Flaky: b › group case: Expected 1');
});

it('keeps the first result of what fails again', async () => {
  const { files, flaky } = await chance([fails('a'), fails('b')], [fails('a', 'Expected 2')]);
  expect(flaky).toBe(1);
  expect(files).toEqual([fails('a'), passes('b')].map(ofProject));
  expect(printed.join()).not.toContain('Flaky: a');
});

it('counts no file as passed whose second run did not run its tests', async () => {
  const run = async (): Promise<JestRun> => ({ files: [], crashed: true, processorSeconds: 0 });
  const { files, flaky } = await giveSecondChance([ofProject(fails('a'))], run);
  expect([files, flaky]).toEqual([[ofProject(fails('a'))], 0]);
});

it('runs nothing again when many files failed', async () => {
  const failed = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => fails(path));
  const { files, flaky, again } = await chance(failed);
  expect([files, flaky, again]).toEqual([failed.map(ofProject), 0, []]);
});
