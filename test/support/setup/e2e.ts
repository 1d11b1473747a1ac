import { shareStacks } from '../stack/shared-stack.ts';
import { whenTestsEnd } from './teardown.ts';

/** Lets the test files share a stack. */
export default async (): Promise<void> => whenTestsEnd(shareStacks());
