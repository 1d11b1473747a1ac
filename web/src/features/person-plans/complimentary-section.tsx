import { useState } from 'react';
import type { ComplimentaryPlan, PersonPlan } from '../../../../lambdas/contract/admin/billing.ts';
import { useClock } from '../../core/clock-context.tsx';
import { formatZonedTime } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EndDialog } from './end-dialog.tsx';
import { GiveDialog } from './give-dialog.tsx';
import styles from './person-plans.module.css';
import { personPlanTexts, planName } from './texts.ts';

const texts = personPlanTexts.complimentary;

const lineOf = ({ plan, until }: ComplimentaryPlan, now: number): string => {
  if (until === null) return texts.givenForever(planName(plan));
  const line = Date.parse(until) > now ? texts.given : texts.expired;
  return line(planName(plan), formatZonedTime(until));
};

const Gift = ({ plan: { plan, source, complimentary } }: { readonly plan: PersonPlan }) => {
  const now = useClock().now();
  if (!complimentary) return <p className={styles['quiet']}>{texts.none}</p>;
  const { given_by: giver, given_at: givenAt, reason, until } = complimentary;
  const isOver = until !== null && Date.parse(until) <= now;
  return (
    <div className={styles['gift']}>
      <p className={styles['strong']}>{lineOf(complimentary, now)}</p>
      <p>{texts.by(giver.name ?? texts.deletedGiver, formatZonedTime(givenAt))}</p>
      <p>{texts.reasonOf(reason)}</p>
      {!isOver && source !== 'complimentary' && <p className={styles['quiet']}>{texts.notUsed(planName(plan))}</p>}
    </div>
  );
};

/** The complimentary plan of a user, and the buttons that give, change and end it. */
export const ComplimentarySection = ({ plan, name }: { readonly plan: PersonPlan; readonly name: string }) => {
  const [open, setOpen] = useState<'give' | 'end' | null>(null);
  const close = () => setOpen(null);
  const dialog = { plan, name, onClose: close };
  return (
    <section className={styles['section']} aria-labelledby="complimentary-plan">
      <h2 id="complimentary-plan">{texts.title}</h2>
      <Gift plan={plan} />
      <div className={styles['buttons']}>
        <Button variant={plan.complimentary ? 'secondary' : 'primary'} onClick={() => setOpen('give')}>
          {plan.complimentary ? texts.change : texts.give}
        </Button>
        {plan.complimentary && (
          <Button variant="danger" onClick={() => setOpen('end')}>
            {texts.end}
          </Button>
        )}
      </div>
      {open === 'give' && <GiveDialog {...dialog} />}
      {open === 'end' && <EndDialog {...dialog} />}
    </section>
  );
};
