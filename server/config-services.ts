import type { Config } from './config.ts'

/** The settings of the identity provider; undefined when there is none. Either all of them are set, or none. */
export function providerOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
}: Config) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret }
}

/** The identity provider of staff with the operator's rules for it; undefined when there is none. */
export function staffProviderOf(config: Config) {
  const { STAFF_OIDC_ISSUER: issuer, STAFF_OIDC_CLIENT_ID: clientId, STAFF_OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    ...{ issuer, clientId, clientSecret, moreScopes: config.STAFF_OIDC_SCOPE },
    ...{ claim: config.STAFF_OIDC_CLAIM, groups: config.STAFF_OIDC_GROUPS ?? [] },
    ...{ secondFactor: config.STAFF_OIDC_SECOND_FACTOR, acr: config.STAFF_OIDC_ACR ?? [] },
  }
}

/** Who says who people are: the identity providers, and other regions. */
export function providersOf<Provider>(
  config: Config,
  regions: { providers: ReadonlyMap<string, Provider> } | undefined,
) {
  const regionProviders = regions?.providers ?? new Map<string, Provider>()
  return { provider: providerOf(config), staffProvider: staffProviderOf(config), regionProviders }
}

/** Where files lie outside the database; see openFileStorage. */
export function objectStorageOf(config: Config) {
  return {
    address: config.OBJECT_STORAGE_URL,
    moves: config.OBJECT_STORAGE_MOVES === 'on',
    keepDays: config.OBJECT_STORAGE_KEEP_DAYS,
  }
}

/** For how many days the operator keeps records; see deleteOldRecords. */
export function keptDaysOf(config: Config) {
  return {
    messages: config.KEEP_MESSAGES_DAYS,
    changes: config.KEEP_CHANGES_DAYS,
    notices: config.KEEP_NOTICES_DAYS,
    audit: config.KEEP_AUDIT_DAYS,
  }
}
