import { usePlatform } from '../../identity/use-platform.ts';

/** The document title: the screen's title and the platform's name. */
export const PageTitle = ({ title }: { readonly title: string }) => {
  const { name } = usePlatform();
  return <title>{`${title} · ${name}`}</title>;
};
