/**
 * Stands in for the schema library in the browser build. The contract's names, methods, paths and types are all that
 * the web needs: what it sends and gets is checked by the server.
 */
export const Type = new Proxy(
  {},
  { get: (_, kind) => (kind === 'Object' ? (properties: object) => ({ properties }) : () => ({})) },
)
