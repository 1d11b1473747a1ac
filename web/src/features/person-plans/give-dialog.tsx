import { useRef, useState } from 'react';
import type { ComplimentaryChoice, PersonPlan } from '../../../../lambdas/contract/admin/billing.ts';
import { paidPlans } from '../../../../lambdas/contract/people/plans.ts';
import { useClock } from '../../core/clock-context.tsx';
import { ReasonForm } from '../../core/forms/reason-form.tsx';
import { isIncomplete } from '../../ui/forms/date-check.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { dayOf, endOfDay, lastDayOf } from './rules.ts';
import { personPlanTexts, planName } from './texts.ts';
import { useChangePlan } from './use-change-plan.ts';

const texts = personPlanTexts.give;

/** The user's time zone, in which days are entered. */
const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface PlanDialogProps {
  readonly plan: PersonPlan;
  readonly name: string;
  readonly onClose: () => void;
}

/** Gives a user a plan, or replaces the complimentary one. */
export const GiveDialog = ({ plan, name, onClose }: PlanDialogProps) => {
  const today = dayOf(useClock().now());
  const { complimentary } = plan;
  // As when the dialog opened: a reload must not change what the administrator entered.
  const [initial] = useState({
    plan: complimentary?.plan ?? ('premium' as const),
    lastDay: complimentary?.until ? lastDayOf(complimentary.until) : '',
  });
  const [chosen, setChosen] = useState<ComplimentaryChoice>(initial.plan);
  const [lastDay, setLastDay] = useState(initial.lastDay);
  const [dayError, setDayError] = useState<string>();
  const dayField = useRef<HTMLInputElement>(null);
  const { change, busy, failure } = useChangePlan(plan, onClose);
  const submit = (reason: string) => {
    const isPast = lastDay !== '' && lastDay < today;
    const past = isPast ? texts.past : undefined;
    const error = isIncomplete(dayField.current) ? texts.incomplete : past;
    setDayError(error);
    if (error === undefined) void change({ kind: 'give', plan: chosen, until: endOfDay(lastDay), reason });
    else dayField.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title(name)}
      description={texts.text}
    >
      <ReasonForm
        action={texts.action}
        busy={busy}
        failure={failure}
        changed={chosen !== initial.plan || lastDay !== initial.lastDay}
        onSubmit={submit}
      >
        {complimentary && <p>{texts.replaces(planName(complimentary.plan))}</p>}
        <SelectField
          label={texts.plan}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as ComplimentaryChoice)}
        >
          {paidPlans.map((each) => (
            <option key={each} value={each}>
              {planName(each)}
            </option>
          ))}
        </SelectField>
        <TextField
          ref={dayField}
          type="date"
          label={texts.lastDay}
          hint={texts.lastDayHint(zone())}
          min={today}
          value={lastDay}
          error={dayError}
          onChange={({ target }) => setLastDay(target.value)}
        />
      </ReasonForm>
    </Dialog>
  );
};
