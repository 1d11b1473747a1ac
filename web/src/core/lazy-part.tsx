import { Component, createElement, lazy, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { isChunkFailure, loadAgain } from '../lib/chunk-failure.ts';
import { PartFailure } from '../ui/feedback/part-failure.tsx';

interface PartBoundaryProps {
  /** Shown instead of the part when its code could not be downloaded. */
  readonly failure: ReactNode;
  readonly children: ReactNode;
}

/** Keeps the page around a part whose code could not be downloaded. Other errors are those of the screen. */
class PartBoundary extends Component<PartBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isChunkFailure(error)) throw error;
    return this.props.failure;
  }
}

type PropsOf<Part> = Part extends (props: infer Props) => ReactNode ? Props : never;

/**
 * How the failed download of a part is shown. `inline`: in its place. Otherwise on top of the page, for dialogs and
 * panels: `required` parts are shown until they are loaded, `optional` ones can be dismissed, and a function closes the
 * part when it is dismissed, so that it can be opened again.
 */
export type PartFailureKind<Props> = 'inline' | 'required' | 'optional' | ((props: Props) => void);

/**
 * A part of a screen in its own chunk, downloaded when it first renders: `load` imports the module, `name` is the
 * component in it. When the download fails, the rest of the page stays as it is, and the part says so, with a button
 * that tries again.
 */
export const lazyPart = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  failure: PartFailureKind<PropsOf<Module[Name]>> = 'required',
): ((props: PropsOf<Module[Name]>) => ReactNode) => {
  type Props = PropsOf<Module[Name]>;
  const partOf = (module: Module) => ({ default: module[name] as ComponentType<object> });
  // React remembers that a lazy component failed. Each attempt needs a new one.
  const newest = { part: lazy(async () => partOf(await load())), retries: 0 };
  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const [dismissed, setDismissed] = useState(false);
    const retry = useCallback(() => {
      newest.retries += 1;
      const { retries } = newest;
      newest.part = lazy(async () => partOf(await loadAgain(load, retries)));
      setAttempt((before) => before + 1);
      setDismissed(false);
    }, []);
    const dismiss = typeof failure === 'function' ? () => failure(props) : () => setDismissed(true);
    const shown = (
      <PartFailure
        place={failure === 'inline' ? 'inline' : 'floating'}
        onRetry={retry}
        onDismiss={failure === 'required' ? undefined : dismiss}
        hidden={dismissed}
        reloads={attempt > 0}
      />
    );
    return (
      <PartBoundary key={attempt} failure={shown}>
        {createElement(newest.part, props as object)}
      </PartBoundary>
    );
  };
};
