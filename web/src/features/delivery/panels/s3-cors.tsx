import { useState } from 'react';
import { ConfigureCors } from './configure-cors.tsx';
import { Panel } from './panel.tsx';
import { SetupBadge, type SetupState } from './setup-badge.tsx';
import { Strategy } from './strategy.tsx';
import { corsTexts as texts } from './texts.ts';

/** S3 CORS configuration: compares the rules with the template, and chooses how files are delivered. */
export const S3Cors = () => {
  /** What the last tool found. */
  const [state, setState] = useState<SetupState>('unchecked');
  return (
    <Panel title={texts.title} lead={texts.lead} badge={<SetupBadge state={state} />}>
      <ConfigureCors onState={setState} />
      <Strategy onCors={(isDeclared) => setState(isDeclared ? 'configured' : 'error')} />
    </Panel>
  );
};
