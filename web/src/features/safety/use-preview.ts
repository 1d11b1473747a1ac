import { useEffect, useRef, useState } from 'react';
import type { SafetyChange, SafetyRules } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { isVersionConflict } from './api.ts';

/** Titles that are named for each kind of change. */
const SAMPLES = 10;

/** What a policy would change, as far as the catalog has been compared. */
export interface Preview {
  /** `stopped`: by the user. */
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** The version that was edited. */
  readonly version: number;
  readonly rules: SafetyRules;
  readonly checked: number;
  /** Titles of the catalog, as the last part reported it; undefined before the first one. */
  readonly total?: number;
  readonly changes: readonly SafetyChange[];
  /** Where the next part begins; undefined before the first one. */
  readonly after?: string;
  readonly failure?: unknown;
}

const merged = (before: readonly SafetyChange[], more: readonly SafetyChange[]): readonly SafetyChange[] => {
  const all = new Map(before.map((change) => [`${change.from} ${change.to}`, change]));
  for (const change of more) {
    const known = all.get(`${change.from} ${change.to}`);
    const samples = [...(known?.samples ?? []), ...change.samples].slice(0, SAMPLES);
    all.set(`${change.from} ${change.to}`, { ...change, count: (known?.count ?? 0) + change.count, samples });
  }
  return [...all.values()];
};

/**
 * Compares a policy with the whole catalog, part by part. What has been compared stays when the user stops it or a part
 * fails, and it can be continued from there. `onConflict` is called when someone else has saved a policy meanwhile.
 */
export const usePreview = (onConflict: () => void) => {
  const api = useApi();
  const [preview, setPreview] = useState<Preview | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const compare = async (begun: Preview): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    /** Shows a state, unless another comparison has begun. */
    const show = (state: Preview): void => {
      if (running.current === controller) setPreview(state);
    };
    const { failure: _failure, ...kept } = begun;
    let found: Preview = { ...kept, state: 'running' };
    show(found);
    try {
      for (;;) {
        const { rules, version, after } = found;
        const body = { rules, version, ...(after === undefined ? {} : { after }) };
        const {
          checked,
          total,
          changes,
          next_after: next,
        } = await api.call('safety.preview-policy', { body }, { signal: controller.signal });
        const { after: _after, ...so } = found;
        found = { ...so, total, checked: found.checked + checked, changes: merged(found.changes, changes) };
        if (next === null) return show({ ...found, state: 'done' });
        found = { ...found, after: next };
        show(found);
      }
    } catch (failure) {
      show(controller.signal.aborted ? { ...found, state: 'stopped' } : { ...found, state: 'failed', failure });
      if (isVersionConflict(failure)) onConflict();
    }
  };
  return {
    preview,
    run: (rules: SafetyRules, version: number) =>
      compare({ state: 'running', version, rules, checked: 0, changes: [] }),
    /** Compares the rest of the catalog with the same rules. */
    resume: () => preview && compare(preview),
    stop: () => running.current?.abort(),
    /** Stops, and forgets what was compared. */
    clear: () => {
      running.current?.abort();
      running.current = undefined;
      setPreview(null);
    },
  };
};
