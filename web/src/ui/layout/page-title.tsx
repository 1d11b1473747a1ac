import { usePlatform } from '../identity/use-platform.ts';

/** The title of the window: what the screen is, and the platform's name. */
export const PageTitle = ({ title }: { readonly title: string }) => {
  const { name } = usePlatform();
  return <title>{`${title} · ${name}`}</title>;
};
