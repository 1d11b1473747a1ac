/** A valid call for each endpoint of security events, and of the validation that records some. */
export const securityRows = () =>
  ({
    'security.input-validator': [
      { input: { body: { data: 'Big buck', validationType: 'search_query' } }, success: 200 },
    ],
    'security.log-event': [
      {
        input: {
          body: { p_event_type: 'content_blocked', p_resource_id: 'streaming', p_metadata: { directive: 'img-src' } },
        },
        success: 204,
      },
    ],
    'security.list-own-events': [{ input: { query: { limit: '5' } }, success: 200 }],
    'security.list-events': [
      { input: { query: { limit: '5' } }, success: 200 },
      { variant: 'filtered', input: { query: { event_type: 'sign_in', min_risk: '0' } }, success: 200 },
    ],
  }) as const;

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
