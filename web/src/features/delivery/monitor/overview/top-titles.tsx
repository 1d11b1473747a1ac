import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PLAY_DEFINITIONS } from '../../../../../../lambdas/contract/delivery/play-definitions.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { BarCell } from '../../../../ui/plots/bar-cell.tsx';
import { topTitlesQuery } from '../api.ts';
import { formatUtc } from '../format.ts';
import { qualityLink } from '../links.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { monitorTexts, overviewTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';

const texts = overviewTexts.top;
/** Titles that are shown. */
const SHOWN = 10;

/** The most played titles of today, with a bar in each row. */
export const TopTitles = () => {
  const age = useAge();
  const query = useQuery(topTitlesQuery(useApi()));
  return (
    <section className={styles['figure']} aria-labelledby="cdn-top">
      <h2 id="cdn-top">{texts.title}</h2>
      <p>{PLAY_DEFINITIONS.plays}</p>
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed}>
        {({ top, to, as_of: asOf }) => {
          if (asOf === null) return <p>{monitorTexts.noData}</p>;
          const most = Math.max(1, ...top.map(({ plays }) => plays));
          return (
            <>
              <p>{texts.window(to, formatUtc(asOf), age(asOf))}</p>
              {top.length === 0 ? (
                <p>{texts.empty}</p>
              ) : (
                <Table caption={texts.title} heads={[{ label: texts.heads.title }, { label: texts.heads.plays }]} quiet>
                  {top.slice(0, SHOWN).map(({ content_id: id, title, plays }) => (
                    <tr key={id}>
                      <th scope="row">
                        <Link to={qualityLink(id)} aria-label={texts.quality(title)}>
                          {title}
                        </Link>
                      </th>
                      <BarCell text={formatCount(plays)} share={plays / most} />
                    </tr>
                  ))}
                </Table>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
};
