import type { StaffRole } from '#contract/console/staff.ts'
import type { ProviderIdentity } from '../factors/provider.ts'

/** What the operator says of their identity provider for staff. */
export type StaffSignOnRules = {
  /** The claim that lists the groups of a person. */
  claim: string
  /** Which group has which role; the first of them that a person is in counts. */
  groups: readonly { group: string; role: StaffRole }[]
  /** Whether the provider says of each sign-in that it asked for a second factor, or always asks for one. */
  secondFactor: 'stated' | 'always'
  /** The values of `acr` that say so, beside `mfa` in `amr`. */
  acr: readonly string[]
}

/** The role that a person has by their groups; undefined: none. */
export function roleByGroups(
  { claims }: Pick<ProviderIdentity, 'claims'>,
  rules: StaffSignOnRules,
): StaffRole | undefined {
  const value = Object.hasOwn(claims, rules.claim) ? claims[rules.claim] : undefined
  const groups = new Set(Array.isArray(value) ? value : [value])
  return rules.groups.find(({ group }) => groups.has(group))?.role
}

/**
 * Whether the provider left the groups out because there are too many for a token: it says where they can be fetched
 * (OpenID Connect Core 1.0, 5.6.2), or only that there are some, as Microsoft Entra ID does.
 */
export function areGroupsCut({ claims }: Pick<ProviderIdentity, 'claims'>, { claim }: StaffSignOnRules): boolean {
  const { _claim_names: elsewhere, hasgroups } = claims
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)
  return !Object.hasOwn(claims, claim) && (isElsewhere || (claim === 'groups' && String(hasgroups) === 'true'))
}

/** Whether a person has shown a second factor at the provider. */
export function hasShownBoth({ bothFactors, claims }: ProviderIdentity, rules: StaffSignOnRules): boolean {
  return rules.secondFactor === 'always' || bothFactors || rules.acr.some((value) => value === claims.acr)
}

/** When the person last signed in at the provider; undefined: it does not say. */
export function signedInAt({ claims: { auth_time: seconds } }: Pick<ProviderIdentity, 'claims'>): Date | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined
}
