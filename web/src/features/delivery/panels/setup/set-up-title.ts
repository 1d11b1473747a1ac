import type { ContentView } from '../../../../../../lambdas/contract/content/content-shapes.ts';
import { paths } from '../../../../core/paths.ts';
import type { ToastContent } from '../../../../core/toast/toast-store.ts';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { cloudFrontTexts as texts } from '../texts.ts';
import { setUpCdn, setupFailure, type SetupOutcome } from './cdn-setup.ts';

/** What the CDN setup step of a title did. */
export interface TitleSetup {
  /** The server ran it. It records the result if the title has media. */
  readonly hasRun: boolean;
  /** What to say about it. */
  readonly toast: ToastContent;
}

type Title = Pick<ContentView, 'id' | 'title'>;

const toastOf = ({ title }: Title, { checked, problem, strategy }: SetupOutcome): ToastContent => {
  if (!checked) return { title: texts.noMedia, description: texts.noMediaText(title) };
  if (problem === null) return { title: texts.done, description: texts.doneText(title) };
  return {
    ...setupFailure(problem, strategy),
    variant: 'destructive',
    link: { label: texts.toTab, to: paths.adminContentOf('cdn') },
  };
};

/** Runs the CDN setup step of a title. */
export const setUpTitle = async (api: ApiClient, title: Title): Promise<TitleSetup> => {
  const outcome = await setUpCdn(api, () =>
    api.call('delivery-tools.setup-cloudfront', { body: { contentId: title.id } }),
  );
  return { hasRun: outcome.found !== null, toast: toastOf(title, outcome) };
};
