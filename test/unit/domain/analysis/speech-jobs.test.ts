import { contentOfJob, jobNameOf, jobsOf, runOfJob } from '../../../../lambdas/domain/analysis/speech.ts';
import { newStepRun } from '../../../../lambdas/domain/pipeline/step-run.ts';

const CONTENT = 'cnt_01HZZZZZZZZZZZZZZZZZZZZZZZ';
const runOf = (number: number) =>
  newStepRun(
    { content_id: CONTENT, version_id: 'v1.x', attempt: 1 },
    { name: 'speech', timeLimitMs: 600_000, cost: 0 },
    number,
    Date.UTC(2026, 1, 1),
  );
const [first, second] = [runOf(1), runOf(2)];

describe('the name of a job', () => {
  it('leads back to the content item, and belongs to one run', () => {
    expect(jobNameOf('test', first)).toMatch(/^[0-9a-zA-Z._-]{1,200}$/);
    expect(jobNameOf('test', first)).not.toBe(jobNameOf('test', second));
    expect(contentOfJob('test', jobNameOf('test', first))).toBe(CONTENT);
    expect(contentOfJob('prod', jobNameOf('test', first))).toBeUndefined();
    expect(contentOfJob('test', 'soundstage-test-something')).toBeUndefined();
  });

  it('leads to the run that waits for the job, otherwise to the one that started it', () => {
    const name = jobNameOf('test', first);
    expect(runOfJob('test', name, [first, second])).toBe(first);
    const waiting = { ...second, job_id: name };
    expect(runOfJob('test', name, [first, waiting])).toBe(waiting);
    expect(runOfJob('test', name, [{ ...waiting, state: 'completed' }, first])).toBe(first);
    expect(runOfJob('test', name, [second])).toBeUndefined();
  });

  it('is known of every run of a title, also of one that stopped before it stored the name', () => {
    const other = newStepRun(first, { name: 'captions', timeLimitMs: 1, cost: 0 }, 1, 0);
    const takenOver = { ...second, job_id: jobNameOf('test', { ...first, attempt: 9 }) };
    expect(jobsOf('test', [first, takenOver, { ...first, job_id: 'alignment' }, other])).toEqual([
      jobNameOf('test', first),
      jobNameOf('test', second),
      takenOver.job_id,
    ]);
  });
});
