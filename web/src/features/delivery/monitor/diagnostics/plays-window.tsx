import type { PlayQualityReport } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { formatUtc } from '../format.ts';
import { monitorTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.quality;

/** The days that numbers of plays are about, and up to when plays are counted. */
export const PlaysWindow = ({
  period: { from, to, as_of: asOf },
}: {
  readonly period: Pick<PlayQualityReport, 'from' | 'to' | 'as_of'>;
}) => {
  const age = useAge();
  return (
    <p>
      {texts.window(from, to)}, {asOf === null ? monitorTexts.noData : texts.counted(formatUtc(asOf), age(asOf))}
    </p>
  );
};
