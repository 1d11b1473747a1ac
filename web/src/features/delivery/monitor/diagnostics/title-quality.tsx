import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { DEVICES, type Device } from '../../../../../../lambdas/contract/delivery/play-kinds.ts';
import type { TitlePlays } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { formatCount } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { countryName } from '../../country-name.ts';
import { ChosenHeading } from '../../titles/chosen-heading.tsx';
import { TitlePicker } from '../../titles/title-picker.tsx';
import { titleNameQuery, titleQualityQuery } from '../api.ts';
import { formatNumber } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { PlaysWindow } from './plays-window.tsx';
import { QualityNumbers } from './quality-numbers.tsx';
import { diagnosticsTexts } from './texts.ts';
import { TitleDelivery } from './title-delivery.tsx';

const texts = diagnosticsTexts.title;
const { quality } = diagnosticsTexts;

/** Titles to choose from. */
const CHOICES = 10;
/** An id of a title. Others in the address are not sent. */
const TITLE_ID = /^cnt_[0-9A-HJKMNP-TV-Z]{26}$/;

const isDevice = (name: string): name is Device => DEVICES.some((device) => device === name);

const deviceName = (name: string): string => (isDevice(name) ? quality.names.devices[name] : texts.other);

interface SourceTableProps {
  readonly caption: string;
  readonly rows: NonNullable<TitlePlays['devices']>;
  readonly nameOf: (name: string) => string;
}

const SourceTable = ({ caption, rows, nameOf }: SourceTableProps) => (
  <>
    <h4>{caption}</h4>
    <Table caption={caption} heads={[texts.source, texts.starts, texts.hours].map((label) => ({ label }))} quiet>
      {rows.map(({ name, starts, hours }) => (
        <tr key={name}>
          <th scope="row">{nameOf(name)}</th>
          <td>{formatCount(starts)}</td>
          <td>{formatNumber(hours)}</td>
        </tr>
      ))}
    </Table>
  </>
);

const Numbers = ({ plays: { numbers, devices, countries } }: { readonly plays: TitlePlays }) => (
  <>
    <QualityNumbers numbers={numbers} />
    {devices && <SourceTable caption={quality.byDevice} rows={devices} nameOf={deviceName} />}
    {countries && (
      <SourceTable
        caption={quality.byCountry}
        rows={countries}
        nameOf={(country) => (country === 'other' ? texts.other : countryName(country))}
      />
    )}
  </>
);

const Chosen = ({ id, days }: { readonly id: string; readonly days: number }) => {
  const api = useApi();
  const query = useQuery(titleQualityQuery(api, id, days));
  const { data: name = texts.unnamed } = useQuery(titleNameQuery(api, id));
  // A page that is loaded again, or a change of the tab or the period, leaves the focus where it is.
  const isFollowed = useNavigationType() === 'PUSH';
  return (
    <>
      <ChosenHeading level={4} focused={isFollowed}>
        {texts.of(name)}
      </ChosenHeading>
      {query.error instanceof ApiError && query.error.code === 'content_not_found' ? (
        <EmptyState message={texts.missing} />
      ) : (
        <Loaded query={query} loading={quality.loading} failed={quality.loadFailed}>
          {(plays) => (
            <>
              <PlaysWindow period={plays} />
              {plays.as_of !== null && <Numbers plays={plays} />}
              <TitleDelivery delivered={plays.delivered} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
};

/** How well one title plays, of the days that are chosen above. The title is in the address. */
export const TitleQuality = ({ days }: { readonly days: number }) => {
  const [search, setSearch] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const named = search.get('title') ?? '';
  const choose = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete('title');
    else next.set('title', id);
    setSearch(next, { preventScrollReset: true });
  };
  const isChosen = TITLE_ID.test(named);
  return (
    <section className={styles['section']} aria-labelledby="cdn-title">
      <div className={styles['bar']}>
        <h3 id="cdn-title" ref={heading} tabIndex={-1}>
          {texts.title}
        </h3>
        {isChosen && (
          <Button
            variant="secondary"
            onClick={() => {
              choose(null);
              // The button is removed.
              heading.current?.focus();
            }}
          >
            {texts.another}
          </Button>
        )}
      </div>
      {isChosen ? (
        <Chosen key={named} id={named} days={days} />
      ) : (
        <>
          <p>{texts.choose}</p>
          <TitlePicker
            texts={texts.picker}
            limit={CHOICES}
            withRemoved
            empty={<EmptyState message={texts.none} />}
            onChoose={choose}
          />
        </>
      )}
    </section>
  );
};
