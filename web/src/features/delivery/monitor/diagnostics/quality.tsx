import { useQuery } from '@tanstack/react-query';
import { MIN_MEASURED_PLAYS } from '../../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlayQualityReport } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { countryName } from '../../country-name.ts';
import { qualityQuery } from '../api.ts';
import { Loaded } from '../loaded.tsx';
import { usePeriod } from '../period-field.tsx';
import { PeriodFigure } from '../period-figure.tsx';
import { PlaysWindow } from './plays-window.tsx';
import { QualityNumbers, QualityTable } from './quality-numbers.tsx';
import { TitleQuality } from './title-quality.tsx';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.quality;

/** Days to choose from. */
const PERIODS = [1, 7, 28] as const;
const DEFAULT_PERIOD = 28;

const SiteQuality = ({ report: { site, devices, countries } }: { readonly report: PlayQualityReport }) => (
  <>
    <h3>{texts.site}</h3>
    <QualityNumbers numbers={site} />
    <QualityTable
      caption={texts.byDevice}
      head={texts.device}
      rows={devices.map(({ device, numbers }) => ({ name: texts.names.devices[device], numbers }))}
    />
    {countries.length === 0 ? (
      <>
        <h3>{texts.byCountry}</h3>
        <p>{texts.noCountries}</p>
      </>
    ) : (
      <QualityTable
        caption={texts.byCountry}
        head={texts.country}
        rows={countries.map(({ country, numbers }) => ({ name: countryName(country), numbers }))}
      />
    )}
  </>
);

/** How well titles play: all of them, by device, by country, and one title. The choices are in the address. */
export const Quality = () => {
  const days = usePeriod('days', PERIODS, DEFAULT_PERIOD);
  const query = useQuery(qualityQuery(useApi(), days));
  return (
    <PeriodFigure
      title={texts.title}
      label={texts.period}
      parameter="days"
      periods={PERIODS}
      value={days}
      nameOf={(period) => texts.periods[period]}
    >
      <p>{texts.lead(MIN_MEASURED_PLAYS)}</p>
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed}>
        {(report) => (
          <>
            <PlaysWindow period={report} />
            {report.as_of !== null && <SiteQuality report={report} />}
          </>
        )}
      </Loaded>
      <TitleQuality days={days} />
    </PeriodFigure>
  );
};
