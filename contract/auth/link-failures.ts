/** Where a signed-in person is sent whose identity was not linked; followed by one of linkFailures. */
export const notLinkedPath = '/profile/security?notLinked='

/** Why an identity was not linked. `taken`: it belongs to another person, or this person has one of the provider already. */
export const linkFailures = ['refused', 'unavailable', 'taken'] as const
export type LinkFailure = (typeof linkFailures)[number]
