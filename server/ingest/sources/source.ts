/** The source of what the operator imports by command; every other source is an API key under its own id. */
export const importSource = '00000000-0000-0000-0000-000000000001'
