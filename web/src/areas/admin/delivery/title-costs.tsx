import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { analysisQuery } from '../../../features/analysis/api.ts';
import { dollarsOf } from '../../../features/analysis/format.ts';
import { analysisTexts } from '../../../features/analysis/texts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { titleCostsTexts as texts } from './texts.ts';

/** What a title costs apart from its delivery, as terms of a list. */
export const TitleCosts = ({ contentId }: { readonly contentId: string }) => {
  const { data, error, refetch } = useQuery(analysisQuery(useApi(), contentId));
  const rows = data
    ? ([
        [analysisTexts.encoding, data.costs.encoding_usd],
        [analysisTexts.analysis, data.costs.analysis_usd],
        [analysisTexts.storage, data.costs.storage_month_usd],
      ] as const)
    : [];
  return (
    <>
      {!data && (
        <div>
          <dt>{texts.others}</dt>
          <dd>
            {error ? (
              <>
                <p role="alert">{texts.failed}</p>
                <Button variant="secondary" onClick={() => void refetch()}>
                  {texts.retry}
                </Button>
              </>
            ) : (
              texts.loading
            )}
          </dd>
        </div>
      )}
      {rows.map(([name, usd]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{dollarsOf(usd)}</dd>
        </div>
      ))}
      <div>
        <dt>{texts.other}</dt>
        <dd>
          <Link to={paths.adminAnalysisOf(contentId)}>{texts.open}</Link>
        </dd>
      </div>
    </>
  );
};
