/** A step of a scenario: what a user does and sees. */
export type ScenarioStep = readonly [name: string, run: () => unknown];

/**
 * A test that consists of steps, of which each needs the ones before. It ends at the first step that fails, and names
 * it: the steps after it would only wait for what is missing.
 */
export const scenario = (name: string, ...steps: readonly ScenarioStep[]): void =>
  it(name, async () => {
    for (const [step, run] of steps) {
      try {
        await run();
      } catch (error) {
        if (error instanceof Error) error.message = `In the step “${step}”: ${error.message}`;
        throw error;
      }
    }
  });
