import type { KeyScope } from '../key-scopes.ts'

/** What a scope of a key allows, in words for staff. */
export const keyScopeTexts = {
  'ingest:write': 'keys.scope.send',
  'requests:read': 'keys.scope.read',
  'requests:write': 'keys.scope.answer',
  'regions:read': 'keys.scope.regions',
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
