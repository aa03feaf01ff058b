/**
 * Replaces the schema library in the browser build. The web needs only the contract's names, methods, paths and types:
 * the server validates what it sends and gets.
 */
export const Type = new Proxy(
  {},
  { get: (_, kind) => (kind === 'Object' ? (properties: object) => ({ properties }) : () => ({})) },
)
