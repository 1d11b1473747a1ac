import type { CdnOverview, Optimization } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { useClock } from '../../../../core/clock-context.tsx';
import { formatZonedTime } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Badge } from '../../../../ui/feedback/badge.tsx';
import { Facts } from '../../../../ui/layout/lists/facts.tsx';
import { PanelPart } from '../panel.tsx';
import styles from '../panels.module.css';
import type { Advice } from '../shapes.ts';
import { useTool } from '../use-tool.ts';
import { analyticsOf, numbersOf, savingText, windowText } from './ai-rules.ts';
import { optimizerTexts as texts } from './texts.ts';

const Found = ({ optimization }: { readonly optimization: Optimization }) => {
  const { rule, phase, from, to, saving } = optimization;
  return (
    <li className={styles['part']}>
      <div className={styles['head']}>
        <h4>{texts.rules[rule].name}</h4>
        <Badge tone="outline">{texts.phase(phase)}</Badge>
      </div>
      <p>{texts.rules[rule].text}</p>
      <Facts
        facts={[
          ...numbersOf(optimization),
          ...(from === null && to === null ? [] : [[texts.window, windowText(from, to)] as const]),
          [texts.saving, savingText(saving)],
        ]}
      />
    </li>
  );
};

const Result = ({
  advice: { optimizations, unchecked, outdated },
  at,
}: {
  readonly advice: Advice;
  readonly at: string;
}) => {
  const title = texts.found(formatZonedTime(at));
  return (
    <>
      {optimizations.length === 0 ? (
        <p role="status">{texts.none}</p>
      ) : (
        <ul className={styles['items']} aria-label={title}>
          {optimizations.map((optimization) => (
            <Found key={optimization.rule} optimization={optimization} />
          ))}
        </ul>
      )}
      {unchecked.length > 0 && (
        <>
          <p>{texts.unchecked}</p>
          <ul aria-label={texts.uncheckedList}>
            {unchecked.map((rule) => (
              <li key={rule}>{texts.rules[rule].name}</li>
            ))}
          </ul>
        </>
      )}
      {outdated.length > 0 && <p>{texts.changed(outdated.map((name) => texts.analytics[name] ?? name).join(', '))}</p>}
    </>
  );
};

/** Runs the optimizer over what is measured, and shows its rules with their numbers and savings. */
export const Optimizer = ({ overview }: { readonly overview: CdnOverview }) => {
  const api = useApi();
  const clock = useClock();
  const { mutate, data, isPending } = useTool(
    async (last: string | null) => ({
      advice: await api.call('delivery-monitor.ai-cdn-optimizer', {
        body: { analytics: analyticsOf(overview, last), phases: overview.phases.map(({ number }) => number) },
      }),
      at: new Date(clock.now()).toISOString(),
    }),
    { failed: texts.failed },
  );
  return (
    <PanelPart title={texts.title}>
      <div className={styles['buttons']}>
        <Button busy={isPending} onClick={() => mutate(data?.at ?? null)}>
          {texts.run}
        </Button>
      </div>
      {data && <Result advice={data.advice} at={data.at} />}
    </PanelPart>
  );
};
