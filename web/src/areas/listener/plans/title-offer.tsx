import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { cheapestPremiumPlan, planFacts } from '../../../../../lambdas/contract/people/plans.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { contentQuery } from '../../../features/catalog/api.ts';
import { planTexts } from '../../../features/plans/texts.ts';
import { buttonClass } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';

const texts = planTexts.offer;

/** Says which plan plays a premium title. Empty while the title is not known. */
export const TitleOffer = ({ contentId, included }: { readonly contentId: string; readonly included: boolean }) => {
  const { data } = useQuery(contentQuery(useApi(), contentId));
  if (!data) return null;
  return included ? (
    <Notice title={texts.included(data.title)}>
      <div>
        <Link to={paths.playOf(contentId)} className={buttonClass({ variant: 'secondary' })}>
          {texts.play}
        </Link>
      </div>
    </Notice>
  ) : (
    <Notice title={texts.needed(data.title)}>
      <p>{texts.neededText(planFacts[cheapestPremiumPlan].name)}</p>
    </Notice>
  );
};
