import { Link } from 'react-router';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { paths } from '../../core/paths.ts';
import { formatLongDate } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './people.module.css';
import { RoleSelect } from './role-select.tsx';
import { peopleTexts as texts } from './texts.ts';
import { nameOf } from './use-change-person.ts';

export interface PersonRowProps {
  readonly person: PersonView;
  /** Whether this is the signed-in user. */
  readonly isSelf: boolean;
  /** ID of the hint about choosing roles with the keyboard. */
  readonly hintId: string;
  readonly onRole: (role: Role) => void;
  /** Disables or enables the account. */
  readonly onState: () => void;
  /** Sets a legal hold on the user's data. */
  readonly onHold: () => void;
  /** Resets the user's second factor. */
  readonly onReset: () => void;
  /** Sends the user a password reset. */
  readonly onPassword: () => void;
}

/** One user with their role, state, and actions: a row on wide screens, a card on narrow ones. */
export const PersonRow = ({ person, isSelf, hintId, onRole, onState, onHold, onReset, onPassword }: PersonRowProps) => {
  const { email, role, plan, disabled, created_at: createdAt } = person;
  const name = nameOf(person);
  // Users without a name are identified by their email address.
  const label = person.full_name || email || name;
  const state = disabled ? texts.enable : texts.disable;
  return (
    <li className={styles['row']}>
      <span className={styles['avatar']} aria-hidden>
        {[...(person.full_name || email || '?')][0]?.toUpperCase()}
      </span>
      <div className={styles['about']}>
        <h2 className={styles['name']}>{name}</h2>
        <p className={styles['email']}>{email || texts.noEmail}</p>
      </div>
      <div className={styles['facts']}>
        <div className={styles['badges']}>
          <Badge tone={disabled ? 'danger' : 'success'}>
            <VisuallyHidden>{`${texts.status} `}</VisuallyHidden>
            {disabled ? texts.disabled : texts.active}
          </Badge>
          {plan !== 'free' && (
            <Badge>
              <VisuallyHidden>{`${texts.plan} `}</VisuallyHidden>
              {planFacts[plan].name}
            </Badge>
          )}
          {isSelf && <Badge tone="outline">{texts.you}</Badge>}
        </div>
        <p className={styles['joined']}>
          <time dateTime={createdAt}>{texts.joined(formatLongDate(createdAt))}</time>
          <Link to={paths.adminPersonPlanOf(person.id)} aria-label={texts.planOf(label)}>
            {texts.plan}
          </Link>
          <Link to={paths.adminAuditOf(person.id)} aria-label={texts.auditOf(label)}>
            {texts.audit}
          </Link>
          <button type="button" className={styles['link']} aria-label={texts.holdOf(label)} onClick={onHold}>
            {texts.hold.button}
          </button>
          {person.second_factor && (
            <button type="button" className={styles['link']} aria-label={texts.resetFactorOf(label)} onClick={onReset}>
              {texts.resetFactor.button}
            </button>
          )}
          {!disabled && email !== '' && (
            <button type="button" className={styles['link']} aria-label={texts.sendResetOf(label)} onClick={onPassword}>
              {texts.sendReset.button}
            </button>
          )}
        </p>
      </div>
      <RoleSelect label={label} role={role} hintId={hintId} onRole={onRole}>
        <Button variant="secondary" aria-label={state.label(label)} onClick={onState}>
          {state.button}
        </Button>
      </RoleSelect>
    </li>
  );
};
