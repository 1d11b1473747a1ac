import type { PlaysReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { csvLine } from '../../../lib/csv.ts';

/** The column that names what a report is about, with the id. */
const subjectOf = (plays: PlaysReport): readonly [column: string, id: string] =>
  'content_id' in plays ? ['content_id', plays.content_id] : ['creator_id', plays.creator_id];

/** Retention, devices and countries as a CSV file, one value a line. What is not shown is left out. */
export const detailsFile = (plays: PlaysReport): { readonly file_name: string; readonly csv: string } => {
  const { from, to, numbers, retention, devices, countries } = plays;
  const [column, id] = subjectOf(plays);
  const about = [id, from, to, String(numbers.starts)];
  const sources = (kind: string, rows: PlaysReport['devices']) =>
    (rows ?? []).map(({ name, starts, hours }) => csvLine([...about, kind, name, String(starts), String(hours), '']));
  const lines = [
    csvLine([column, 'from_utc', 'to_utc', 'all_starts', 'kind', 'name', 'starts', 'hours', 'played_per_start']),
    ...(retention ?? []).map((share, part) =>
      csvLine([...about, 'retention', String(part + 1), '', '', String(share)]),
    ),
    ...sources('device', devices),
    ...sources('country', countries),
  ];
  return { file_name: `plays-details-${id}.csv`, csv: lines.join('') };
};
