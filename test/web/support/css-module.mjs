/** Class names of CSS modules are their own names in tests. */
export default new Proxy({}, { get: (_, name) => (name === '__esModule' ? false : name) });
