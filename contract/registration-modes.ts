/** How people come in: the invited only, who asks and is let in by the operator, or everybody. */
export const registrationModes = ['invite', 'request', 'open'] as const
export type RegistrationMode = (typeof registrationModes)[number]
