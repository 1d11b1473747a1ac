import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import { useConfig } from '../../core/config-context.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';
import { useCreateUser } from './use-create-user.ts';
import { UserForm } from './user-form.tsx';

const texts = peopleTexts.testUser;
const ROLES: readonly NewPersonRole[] = ['user', 'admin', 'premium', 'business'];

const Card = () => {
  const { create, failure } = useCreateUser();
  return (
    <section className={styles['card']} aria-labelledby="test-user">
      <h2 id="test-user">{texts.title}</h2>
      <p className={styles['note']}>{texts.text}</p>
      <UserForm
        label={texts.title}
        roles={ROLES}
        submit={texts.button}
        failure={failure}
        defaultName={texts.nameOf}
        onSubmit={create}
      />
    </section>
  );
};

/** Creates users for testing. Not available in production. */
export const TestUserCard = () => (useConfig().stage === 'prod' ? null : <Card />);
