import { avatarSides } from '#contract/values/pictures.ts'

/** The first bytes of PNG, JPEG and WebP files. */
const fileSignatures = ['89504e47', 'ffd8ff', '52494646']

/** The middle of a picture as a small square PNG. Rejects for a file that does not begin as one of the known kinds. */
export async function cropToSquare(file: Blob): Promise<Blob> {
  const firstBytes = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]
  const signature = firstBytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!fileSignatures.some((prefix) => signature.startsWith(prefix))) throw new TypeError('Not a picture')
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = new OffscreenCanvas(avatarSides.resized, avatarSides.resized)
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('Nothing to draw with')
  context.imageSmoothingQuality = 'high'
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/png' })
}
