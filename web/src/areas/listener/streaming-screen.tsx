import { useAuth } from '../../core/auth/auth-context.tsx';
import { CategoryList } from '../../features/catalog/category-list.tsx';
import { catalogTexts } from '../../features/catalog/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './streaming-screen.module.css';

const Person = () => {
  const { me, meError, retry } = useAuth();
  if (meError) return <ErrorState message={meError.message} onRetry={retry} />;
  if (!me) return <Skeleton width="16rem" height="4.5rem" />;
  return (
    <section className={styles['person']} aria-label={catalogTexts.greeting(me.full_name || me.email)}>
      <p className={styles['greeting']}>{catalogTexts.greeting(me.full_name || me.email)}</p>
      <dl className={styles['facts']}>
        <div>
          <dt>{catalogTexts.role}</dt>
          <dd>
            <Badge tone="accent">{me.role}</Badge>
          </dd>
        </div>
        <div>
          <dt>{catalogTexts.plan}</dt>
          <dd>
            <Badge>{me.plan}</Badge>
          </dd>
        </div>
      </dl>
    </section>
  );
};

/** Browsing: who is here, and the categories. */
export const StreamingScreen = () => (
  <div className={styles['screen']}>
    <title>{`${catalogTexts.title} · Soundstage`}</title>
    <h1 tabIndex={-1}>{catalogTexts.title}</h1>
    <Person />
    <section aria-labelledby="categories-heading">
      <h2 id="categories-heading">{catalogTexts.categories}</h2>
      <CategoryList />
    </section>
  </div>
);
