/** How people get access: by invitation, by a request that the operator approves, or by registering themselves. */
export const registrationModes = ['invite', 'request', 'open'] as const
export type RegistrationMode = (typeof registrationModes)[number]
