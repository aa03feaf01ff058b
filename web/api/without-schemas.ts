/**
 * Replaces the schema library in the browser build. The web needs only the contract's names, methods, paths and types:
 * the server validates what it sends and gets.
 */
// Pure, so that a file which uses no schema does without it.
export const Type = /* @__PURE__ */ new Proxy(
  {},
  { get: (_, kind) => (kind === 'Object' ? (properties: object) => ({ properties }) : () => ({})) },
)
