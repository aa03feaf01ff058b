import type { Staff } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { PortalError } from '#contract/errors.ts'
import { dangerousScope, type KeyScope, permissionsOfScopes, requiredConsoleScopes } from '#contract/key-scopes.ts'

type Key = {
  name: string
  scopes: ReadonlySet<KeyScope>
  /** The row of staff that is the key's own; null for a key without a scope of the console. */
  staffId: string | null
}

/**
 * Who acts in the console when a key makes a call there. Throws not_allowed when no key may make the call, or the key
 * lacks a scope, which the error names.
 */
export function staffOfKey(key: Key, endpoint: Endpoint): Staff {
  const { staffId, name, scopes } = key
  if (staffId === null) throw new PortalError('not_allowed', 'This API key has no scope of the console.')
  const required = requiredConsoleScopes(endpoint)
  if (!required)
    throw new PortalError(
      'not_allowed',
      'No API key makes this call: it is for members of staff who are signed in to the console.',
    )
  for (const scope of required) requireScope(key, scope)
  const permissions = permissionsOfScopes(scopes)
  return { staffId, name, permissions, proven: scopes.has(dangerousScope) } as Staff
}

/** Throws not_allowed when a key lacks a scope. */
export function requireScope({ scopes }: Pick<Key, 'scopes'>, scope: KeyScope): void {
  if (!scopes.has(scope))
    throw new PortalError('not_allowed', `This API key lacks the scope ${scope}, which this call needs.`)
}
