import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

/** Node, for tests of a browser: when a test or a hook fails, what its pages show is captured. */
export default class BrowserEnvironment extends TestEnvironment {
  async handleTestEvent(event: Circus.AsyncEvent): Promise<void> {
    if (event.name !== 'test_fn_failure' && event.name !== 'hook_failure') return;
    const { soundstageTestFailed } = this.global as { soundstageTestFailed?: (name: string) => Promise<void> };
    await soundstageTestFailed?.(event.test?.name ?? 'a hook');
  }
}
