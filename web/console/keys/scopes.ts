import type { Me } from '#contract/console/access.ts'
import type { StaffPermission } from '#contract/console/staff.ts'
import {
  type ConsoleScope,
  consoleScopes,
  dangerousScope,
  isConsoleScope,
  type KeyScope,
  permissionsOfScopes,
} from '#contract/key-scopes.ts'
import { t } from '#web/ui/text.ts'

const texts = {
  'ingest:write': 'keys.scope.send',
  'requests:read': 'keys.scope.read',
  'requests:write': 'keys.scope.answer',
  'console:requests.read': 'keys.may.requests.read',
  'console:requests.write': 'keys.may.requests.write',
  'console:customers.read': 'keys.may.customers.read',
  'console:customers.write': 'keys.may.customers.write',
  'console:people.write': 'keys.may.people.write',
  'console:intake.read': 'keys.may.intake.read',
  'console:intake.write': 'keys.may.intake.write',
  'console:keys.write': 'keys.may.keys.write',
  'console:audit.read': 'keys.may.audit.read',
  'console:system.read': 'keys.may.system.read',
  'console:system.write': 'keys.may.system.write',
  'console:staff.write': 'keys.may.staff.write',
  'console:content.write': 'keys.may.content.write',
  'console:templates.write': 'keys.may.templates.write',
  'console:insight.read': 'keys.may.insight.read',
  'console:dangerous': 'keys.may.dangerous',
} as const satisfies Record<KeyScope, string>

/** What a scope allows, in words. */
export const scopeText = (scope: KeyScope): string => t(texts[scope])

/** The scopes of the console that a member of staff may give: those of their own role. */
export function ownConsoleScopes({ permissions }: Pick<Me, 'permissions'>): readonly ConsoleScope[] {
  const may = (permission: StaffPermission) => permissions.includes(permission)
  return consoleScopes.filter(
    (scope) => scope === dangerousScope || [...permissionsOfScopes(new Set([scope]))].every(may),
  )
}

/** Whether a member of staff may read the secret of a key: it does nothing in the console that they may not do. */
export function mayHold(me: Pick<Me, 'permissions'> | undefined, scopes: readonly KeyScope[]): boolean {
  const own: readonly KeyScope[] = me ? ownConsoleScopes(me) : []
  return scopes.every((scope) => !isConsoleScope(scope) || own.includes(scope))
}
