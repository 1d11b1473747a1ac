import { runTasks } from '../../../lambdas/domain/run-tasks.ts';

const logged = () => {
  const errors: unknown[][] = [];
  return { errors, logger: { error: (...parts: unknown[]) => void errors.push(parts) } };
};

it('runs tasks one after the other', async () => {
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
  };
  await runTasks([task('a'), task('b')], 'A task failed', logged().logger);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('runs the other tasks when some fail, and then throws', async () => {
  const { errors, logger } = logged();
  const done: number[] = [];
  const problem = new Error('no');
  const tasks = [1, 2, 3].map((id) => () => (id === 2 ? Promise.reject(problem) : Promise.resolve(done.push(id))));
  await expect(runTasks(tasks, 'A task failed', logger)).rejects.toThrow('1 of 3 tasks failed');
  expect([done, errors]).toEqual([[1, 3], [['A task failed', {}, problem]]]);
});
