import type { ReactNode } from 'react';
import { formatZonedTime } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { useAgeTime } from '../use-age-time.ts';
import { ageOf, formatPeriod, isBehind, PERIODS } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const texts = statisticsTexts.period;

/** The choice of the period, and buttons. */
export const PeriodBar = ({
  days,
  onChange,
  children,
}: {
  readonly days: number;
  readonly onChange: (days: number) => void;
  readonly children: ReactNode;
}) => (
  <div className={styles['bar']}>
    <SelectField label={texts.label} value={days} onChange={({ target }) => onChange(Number(target.value))}>
      {PERIODS.map((period) => (
        <option key={period} value={period}>
          {texts.option(period)}
        </option>
      ))}
    </SelectField>
    {children}
  </div>
);

export interface BasisProps {
  /** The period, as the server returns it. */
  readonly plays: {
    readonly from: string;
    readonly to: string;
    readonly time_zone: string;
    readonly as_of: string | null;
  };
  /** The last request failed: the numbers are those of an earlier one. */
  readonly stale: boolean;
}

/** Which period numbers are about, and how old they are. */
export const Basis = ({ plays: { from, to, time_zone: zone, as_of: asOf }, stale }: BasisProps) => {
  const now = useAgeTime();
  return (
    <>
      <p className={styles['basis']}>
        {texts.shown(formatPeriod(from), formatPeriod(to), zone)}{' '}
        {asOf === null ? texts.never : texts.asOf(formatZonedTime(asOf), ageOf(asOf, now))}
      </p>
      {(stale || (asOf !== null && isBehind(asOf, now))) && (
        <Notice tone="warning">
          <p>{stale ? texts.stale : texts.behind}</p>
        </Notice>
      )}
    </>
  );
};
