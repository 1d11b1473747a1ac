import { useState } from 'react';
import type { SafetyChange, SafetyRules } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';

/** Titles that are named for each kind of change. */
const SAMPLES = 10;

/** What a policy would change, as far as the catalog has been compared. */
export interface Preview {
  readonly state: 'running' | 'done' | 'failed';
  /** The rules that were compared, as text. */
  readonly of: string;
  readonly checked: number;
  readonly changes: readonly SafetyChange[];
  readonly failure?: string;
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

/** Compares a policy with the whole catalog, part by part. */
export const usePreview = () => {
  const api = useApi();
  const [preview, setPreview] = useState<Preview | null>(null);
  const run = async (rules: SafetyRules): Promise<void> => {
    let found: Preview = { state: 'running', of: JSON.stringify(rules), checked: 0, changes: [] };
    setPreview(found);
    try {
      let after: string | null | undefined;
      while (after !== null) {
        const part: { checked: number; changes: SafetyChange[]; next_after: string | null } = await api.call(
          'safety.preview-policy',
          { body: { rules, ...(after === undefined ? {} : { after }) } },
        );
        after = part.next_after;
        found = { ...found, checked: found.checked + part.checked, changes: merged(found.changes, part.changes) };
        setPreview(after === null ? { ...found, state: 'done' } : found);
      }
    } catch (error) {
      setPreview({ ...found, state: 'failed', failure: error instanceof Error ? error.message : String(error) });
    }
  };
  return { preview, run };
};
