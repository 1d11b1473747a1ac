import { partitionOf, type Segment, type Subject } from '../../data/delivery/play-statistics-entities.ts';
import type { Figures } from '../../domain/delivery/plays/figures.ts';
import type { WindowSums } from '../../domain/delivery/plays/rollup.ts';

/** The segments that a window adds to. */
const segmentsOf = ({ site, creators, devices, countries }: WindowSums): readonly (readonly [Segment, Figures])[] => [
  [{ dimension: 'SITE', value: 'ALL' }, site],
  ...[...creators].map(([value, figures]) => [{ dimension: 'CREATOR', value }, figures] as const),
  ...[...devices].map(([value, figures]) => [{ dimension: 'DEVICE', value }, figures] as const),
  ...[...countries].map(([value, figures]) => [{ dimension: 'COUNTRY', value }, figures] as const),
];

/** What a window adds to a title or segment. */
export interface Addition {
  readonly subject: Subject;
  readonly figures: Figures;
  readonly partition: string;
}

/** All that a window adds, in the order of partitions: the same in each run. */
export const additionsOf = (sums: WindowSums): readonly Addition[] =>
  [...[...sums.titles].map(([content_id, figures]) => [{ content_id }, figures] as const), ...segmentsOf(sums)]
    .map(([subject, figures]) => ({ subject, figures, partition: partitionOf(subject) }))
    .sort((a, b) => (a.partition < b.partition ? -1 : 1));
