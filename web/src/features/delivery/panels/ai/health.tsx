import type { HealthPart } from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnHealth, CdnOverview } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCount, formatZonedTime } from '../../../../lib/format.ts';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { HealthBadge } from '../../health-badge.tsx';
import { PanelPart } from '../panel.tsx';
import styles from '../panels.module.css';
import { panelTexts } from '../texts.ts';
import { decimal, figureText } from './ai-rules.ts';
import { aiCdnTexts } from './texts.ts';

const texts = aiCdnTexts.health;

/** What the points of a part were computed from, with window and time. */
const sourceOf = (part: HealthPart, { figures, media }: CdnOverview): string => {
  if (part === 'hits') return figureText(figures.hit_ratio);
  if (part === 'errors') return figureText(figures.error_rate);
  if (media === null) return panelTexts.noData;
  const affected = part === 'media' ? media.without_media : media.outdated_media;
  return texts.titles(formatCount(affected), formatCount(media.titles), formatZonedTime(media.as_of));
};

const Part = ({
  part: { part, points, most },
  overview,
}: {
  readonly part: CdnHealth['parts'][number];
  readonly overview: CdnOverview;
}) => (
  <tr>
    <th scope="row">
      {texts.names[part]}
      <p className={styles['quiet']}>{texts.definitions[part](decimal(most), decimal(most / 2))}</p>
    </th>
    <td>{points === null ? panelTexts.noData : texts.pointsOf(decimal(points), decimal(most))}</td>
    <td>{sourceOf(part, overview)}</td>
  </tr>
);

/** The health score with its parts. */
export const Health = ({ overview }: { readonly overview: CdnOverview }) => {
  const { healthScore: score, label, parts } = overview.health;
  return (
    <PanelPart title={texts.title}>
      <div className={styles['head']}>
        <p className={styles['score']}>{score === null ? panelTexts.noData : texts.score(decimal(score))}</p>
        <HealthBadge label={label} />
      </div>
      <div className={styles['frame']}>
        <Table
          caption={texts.table}
          heads={[texts.part, texts.points, texts.from].map((name) => ({ label: name }))}
          quiet
        >
          {parts.map((part) => (
            <Part key={part.part} part={part} overview={overview} />
          ))}
        </Table>
      </div>
    </PanelPart>
  );
};
