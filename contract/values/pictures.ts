/** Sides of a person's picture in pixels: to which the page resizes a photograph, and the most that the server accepts. */
export const avatarSides = { resized: 256, max: 512 } as const
/** The most bytes of a picture. */
export const maxAvatarBytes = 1_048_576
