import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import PageEnvironment from 'jest-fixed-jsdom';

/**
 * A page for the tests of components, which are in `.tsx` files, and Node for the others, because a page takes longer
 * to create than most of them run. A docblock gives one of the others a page: `@jest-environment jest-fixed-jsdom`.
 */
export default class WebEnvironment {
  constructor(...[config, context]: ConstructorParameters<typeof NodeEnvironment>) {
    return context.testPath.endsWith('.tsx')
      ? new PageEnvironment(config, context)
      : new NodeEnvironment(config, context);
  }
}
