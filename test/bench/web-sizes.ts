import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BudgetResult } from '../../web/build.mjs';
import { atMost, type Row } from './report.ts';

/** Sizes of the web bundles with their budgets, from the build of an earlier start. */
export const webRows = (root: string): readonly Row[] => {
  const { sizes } = JSON.parse(readFileSync(join(root, '.build', 'web.json'), 'utf8')) as {
    sizes: readonly BudgetResult[];
  };
  return sizes.map(({ name, kb, limit }) => ({
    group: 'Web, gzip',
    measure: name,
    figure: kb,
    unit: name.startsWith('requests') ? '' : 'KB',
    target: atMost(limit),
  }));
};
