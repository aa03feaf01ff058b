import { avatarSides } from '../../contract/personal-data.ts'

/** How a PNG, a JPEG and a WebP begin. */
const beginnings = ['89504e47', 'ffd8ff', '52494646']

/** The middle of a picture as a small square PNG. Rejects for a file that does not begin as one of the known kinds. */
export async function squared(file: Blob): Promise<Blob> {
  const begin = [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]
  const head = begin.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (!beginnings.some((known) => head.startsWith(known))) throw new TypeError('Not a picture')
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = new OffscreenCanvas(avatarSides.made, avatarSides.made)
  const pen = canvas.getContext('2d')
  if (!pen) throw new TypeError('Nothing to draw with')
  pen.imageSmoothingQuality = 'high'
  const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/png' })
}
