import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { ContentView } from '../../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../../ui/feedback/loading-state.tsx';
import { ChosenHeading } from '../../titles/chosen-heading.tsx';
import { TitlePicker } from '../../titles/title-picker.tsx';
import { titleQuery } from '../api.ts';
import styles from '../panels.module.css';
import { Panel } from '../panel.tsx';
import { titleTexts as texts } from '../texts.ts';
import { CdnFallback, CdnFields } from './cdn-fields.tsx';

/** Titles to choose from. */
const CHOICES = 8;

export interface TitlePanelProps {
  /** More tools for the title. */
  readonly children: (content: ContentView) => ReactNode;
}

const Chosen = ({ id, onOther, children }: TitlePanelProps & { readonly id: string; readonly onOther: () => void }) => {
  const { data, error, refetch } = useQuery(titleQuery(useApi(), id));
  return (
    <>
      <div className={styles['head']}>
        <ChosenHeading level={3} focused>
          {data?.title ?? texts.chosen}
        </ChosenHeading>
        <Button variant="ghost" onClick={onOther}>
          {texts.other}
        </Button>
      </div>
      {!data &&
        (error ? (
          <ErrorState message={texts.picker.loadFailed} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={texts.picker.loading} />
        ))}
      {data && (
        <>
          <CdnFields content={data} />
          <CdnFallback content={data} />
          {children(data)}
        </>
      )}
    </>
  );
};

/** The tools for one title: its CDN fields with setup, reset and fallback, and what the area adds. */
export const TitlePanel = ({ children }: TitlePanelProps) => {
  const [id, setId] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const clear = () => {
    setId(null);
    // The button that was pressed is removed.
    heading.current?.focus();
  };
  return (
    <Panel title={texts.title} lead={texts.lead} headingRef={heading}>
      {id === null ? (
        <TitlePicker
          texts={texts.picker}
          limit={CHOICES}
          withRemoved={false}
          empty={<p role="status">{texts.none}</p>}
          onChoose={setId}
        />
      ) : (
        <Chosen key={id} id={id} onOther={clear}>
          {children}
        </Chosen>
      )}
    </Panel>
  );
};
