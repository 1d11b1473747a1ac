/**
 * An esbuild plugin that leaves out two parts of React Router that only other applications use: instrumentation of
 * routers, and the links and prefetching of its framework mode. The stubs throw if the application starts to use them.
 */
const instrumentation = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/;
const frameworkLinks = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]links\.js$/;

const unsupported = (part) => `
const unsupported = () => { throw new Error('This build leaves out ${part} of React Router: see web/trim-router.mjs'); };
`;

const instrumentationStubs = `${unsupported('the instrumentation')}
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
export { unsupported as getRouteInstrumentationUpdates, unsupported as instrumentClientSideRouter };
export { unsupported as instrumentHandler, unsupported as instrumentationResultMetaContext };
`;

const linkStubs = `${unsupported('the framework mode')}
export { unsupported as getKeyedLinksForMatches, unsupported as getKeyedPrefetchLinks };
export { unsupported as getModuleLinkHrefs, unsupported as getNewMatchesForLinks };
export { unsupported as isPageLinkDescriptor, unsupported as prefetchRouteCss, unsupported as prefetchStyleLinks };
`;

/** Creates the plugin. */
export const trimRouter = () => ({
  name: 'trim-router',
  setup: ({ onLoad }) => {
    onLoad({ filter: instrumentation }, () => ({ contents: instrumentationStubs, loader: 'js' }));
    onLoad({ filter: frameworkLinks }, () => ({ contents: linkStubs, loader: 'js' }));
  },
});
