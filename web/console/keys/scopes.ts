import type { Me } from '#contract/console/access.ts'
import { keyScopeTexts } from '#contract/console/key-scope-texts.ts'
import type { StaffPermission } from '#contract/console/staff.ts'
import {
  type ConsoleScope,
  consoleScopes,
  dangerousScope,
  isConsoleScope,
  type KeyScope,
  permissionsOfScopes,
  regionScope,
} from '#contract/key-scopes.ts'
import { t } from '#web/ui/text.ts'

/** What a scope allows, in words. */
export const scopeText = (scope: KeyScope): string => t(keyScopeTexts[scope])

/** The scopes of the console that a member of staff may give: those of their own role. */
export function ownConsoleScopes({ permissions }: Pick<Me, 'permissions'>): readonly ConsoleScope[] {
  const may = (permission: StaffPermission) => permissions.includes(permission)
  return consoleScopes.filter(
    (scope) => scope === dangerousScope || [...permissionsOfScopes(new Set([scope]))].every(may),
  )
}

/**
 * Whether a member of staff may read the secret of a key: it does nothing in the console that they may not do, and is not a
 * region's, which nobody is given.
 */
export function mayHold(me: Pick<Me, 'permissions'> | undefined, scopes: readonly KeyScope[]): boolean {
  const own: readonly KeyScope[] = me ? ownConsoleScopes(me) : []
  return scopes.every((scope) => (isConsoleScope(scope) ? own.includes(scope) : scope !== regionScope))
}
