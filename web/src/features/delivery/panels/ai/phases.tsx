import type { CdnPhase } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCount } from '../../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../../ui/feedback/badge.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { PanelPart } from '../panel.tsx';
import styles from '../panels.module.css';
import { propagationTexts } from '../texts.ts';
import { aiCdnTexts } from './texts.ts';

const texts = aiCdnTexts.phases;

const tones: Readonly<Record<CdnPhase['status'], BadgeTone>> = {
  pending: 'outline',
  active: 'accent',
  completed: 'success',
};

const Phase = ({ phase: { number, name, status, progress, checks } }: { readonly phase: CdnPhase }) => (
  <li className={styles['part']}>
    <div className={styles['head']}>
      <h4>{texts.name(number, name)}</h4>
      <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
    </div>
    <div className={styles['progress']}>
      <Progress label={texts.progress(number)} value={progress} />
      <span>{propagationTexts.percent(formatCount(progress))}</span>
    </div>
    <ul className={styles['list']} aria-label={texts.checks(number)}>
      {checks.map(({ check, met }) => (
        <li key={check}>
          {texts.names[check]} <Badge tone={met ? 'success' : 'outline'}>{met ? texts.met : texts.notMet}</Badge>
        </li>
      ))}
    </ul>
  </li>
);

/** The phases with the checks that they consist of. */
export const CdnPhases = ({ phases }: { readonly phases: readonly CdnPhase[] }) => (
  <PanelPart title={texts.title}>
    <ol className={styles['items']} aria-label={texts.list}>
      {phases.map((phase) => (
        <Phase key={phase.number} phase={phase} />
      ))}
    </ol>
  </PanelPart>
);
