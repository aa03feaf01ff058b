/** What a profile may be called: calls, commands and folders name it. */
export const profileNamePattern = '^[a-z0-9][a-z0-9-]{0,62}$'
