/** A valid call for each endpoint about the phases of the security program. */
export const phaseRows = () =>
  ({
    'phases.get-program': [{ input: {}, success: 200 }],
    // The phase before it is not completed, so that every caller gets the same response.
    'phases.update-phase': [{ input: { params: { phase: '3' } }, success: 409 }],
    'phases.advance-phase': [{ input: { params: { phase: '3' } }, success: 409 }],
    'phases.run-checks': [{ input: {}, success: 202 }],
    'phases.simulate-progress': [{ input: {}, success: 200 }],
    'phases.reset-simulation': [{ input: {}, success: 204 }],
  }) as const;
