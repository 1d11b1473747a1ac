import { useEffect, useRef, type ReactNode } from 'react';

export interface ChosenHeadingProps {
  readonly level: 3 | 4;
  /** Whether it gets the focus when it appears: the button that chose the title is removed then. */
  readonly focused: boolean;
  /** Names the title. */
  readonly children: ReactNode;
}

/** The heading of what is shown about a chosen title. */
export const ChosenHeading = ({ level, focused, children }: ChosenHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(focused);
  useEffect(() => {
    if (takesFocus.current) heading.current?.focus();
  }, []);
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <Heading ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  );
};
