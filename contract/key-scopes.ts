import { type StaffPermission, staffPermissions, staffRoles } from './console/staff.ts'

/** What staff may do in the console that keys may do too: all but seeing the portal as one of its people. */
type KeyPermission = Exclude<StaffPermission, 'view.as'>

/** The scope without which a key makes no call for which staff must show a factor. */
export const dangerousScope = 'console:dangerous'

/** The scope of the keys by which regions of a supplier call each other; nobody else is given it. */
export const regionScope = 'regions:read'

type ErpScope = 'ingest:write' | 'requests:read' | 'requests:write'
export type ConsoleScope = `console:${KeyPermission}` | typeof dangerousScope
export type KeyScope = ErpScope | typeof regionScope | ConsoleScope

/** The scopes of an API key, each with a description. Those of the console are named as the permission of staff is. */
export const keyScopes: Readonly<Record<KeyScope, string>> = {
  'ingest:write':
    'sends documents, files, events and facts of accounts, takes documents back, compares lists, and reads nothing of them',
  'requests:read': 'reads what customers ask, with their names and e-mails, and the files that go along',
  'requests:write': 'takes requests up and answers them',
  'regions:read':
    'is for another region of the supplier: reads which accounts a person has, and which account a buyer is',
  'console:requests.read': 'reads the queue of requests',
  'console:requests.write': 'answers, assigns and snoozes requests, writes notes about them and about customers',
  'console:customers.read': 'reads customers and their people',
  'console:customers.write': 'adds, changes and merges customers, withdraws and moves their documents',
  'console:people.write': 'invites people, changes their roles and sign-ins, decides who is let in',
  'console:intake.read': 'reads what became of what was sent',
  'console:intake.write': 'replays and assigns what was refused, imports files, keeps profiles and sources of files',
  'console:keys.write': 'makes, rotates and revokes keys that may do no more than it may itself',
  'console:audit.read': 'reads the audit log, with the names of whoever acted',
  'console:system.read': 'reads the state of the portal',
  'console:system.write': 'retries jobs and mails, makes backups',
  'console:staff.write': 'invites and changes members of staff, says when they are away',
  'console:content.write': 'publishes announcements, help, terms, links, the seller and the brand',
  'console:templates.write': 'keeps ready-made answers',
  'console:insight.read': 'reads how the portal is used',
  'console:dangerous': 'does with its other scopes also what staff must show a second factor for',
}

const allScopes = Object.keys(keyScopes) as KeyScope[]

/** Whether a scope is one of the console's. */
export function isConsoleScope(scope: KeyScope): scope is ConsoleScope {
  return scope.startsWith('console:')
}

/** The scopes by which a key acts in the console. */
export const consoleScopes: readonly ConsoleScope[] = allScopes.filter(isConsoleScope)

/** The scopes that a key may be given. */
export const grantableScopes: readonly KeyScope[] = allScopes.filter((scope) => scope !== regionScope)

/** The scopes by which a key makes the calls for the ERP. */
export const erpScopes: readonly KeyScope[] = grantableScopes.filter((scope) => !isConsoleScope(scope))

/** The scope of keys made before there were several scopes: it grants all of the ERP's. */
const unrestrictedScope = 'ingest'

const isKeyScope = (text: string): text is KeyScope => Object.hasOwn(keyScopes, text)

/**
 * Returns the scopes named in a text, separated by spaces or commas; undefined when there are none or one is unknown.
 */
export function parseScopes(text: string): ReadonlySet<KeyScope> | undefined {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const scopes = names.flatMap((name): readonly string[] => (name === unrestrictedScope ? erpScopes : [name]))
  return names.length > 0 && scopes.every(isKeyScope) ? new Set(scopes) : undefined
}

/** Returns the scope that a key needs for an endpoint of the ERP. */
export function requiredScope({ scope }: { readonly scope?: KeyScope }): KeyScope {
  return scope ?? 'ingest:write'
}

const scopeOf = (permission: StaffPermission): ConsoleScope | undefined =>
  permission === 'view.as' ? undefined : `console:${permission}`

/**
 * Returns the scopes that a key needs for an endpoint of the console, all of them; undefined for what only a member of
 * staff may call who is signed in. What every member may call, every key may that has a scope of the console.
 */
export function requiredConsoleScopes({
  personal,
  permission,
  proof,
}: {
  readonly personal?: true
  readonly permission?: StaffPermission
  readonly proof?: true
}): readonly ConsoleScope[] | undefined {
  const scope = permission && scopeOf(permission)
  if (personal || (permission && !scope)) return undefined
  const ofProof: readonly ConsoleScope[] = proof ? [dangerousScope] : []
  return scope ? [scope, ...ofProof] : ofProof
}

/** The permissions in the console that scopes give. */
export function permissionsOfScopes(scopes: ReadonlySet<KeyScope>): ReadonlySet<StaffPermission> {
  return new Set(
    staffPermissions.filter((permission) => {
      const scope = scopeOf(permission)
      return scope !== undefined && scopes.has(scope)
    }),
  )
}

/** The scopes of the console that a key for some accounts alone may have: what salespeople do, who see only theirs too. */
export const limitedConsoleScopes: readonly ConsoleScope[] = staffRoles.sales.flatMap(
  (permission) => scopeOf(permission) ?? [],
)
