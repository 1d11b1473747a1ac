import { Suspense } from 'react';
import { lazyPart } from '../../core/lazy-part.tsx';
import { useStepUp } from '../../core/auth/step-up-context.tsx';

const StepUpDialog = lazyPart(
  () => import('./step-up-dialog.tsx'),
  'StepUpDialog',
  ({ onFinish }) => onFinish(false),
);

/** Shows the step-up dialog when the server asks for a fresh sign-in. Lazy-loaded: few users ever see it. */
export const StepUpHost = () => {
  const { demand, finish } = useStepUp();
  if (demand === null) return null;
  return (
    <Suspense>
      <StepUpDialog demand={demand} onFinish={finish} />
    </Suspense>
  );
};
