/** The text without its UUIDs, in which any two or three digits stand by chance sooner or later. */
export const withoutIds = (text: string): string => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')
