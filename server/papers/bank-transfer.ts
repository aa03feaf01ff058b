import { encode } from 'uqr'
import { maxTransferCodeBytes } from '#contract/payments/transfer-code.ts'

/** The text as a QR code in SVG; null if it is longer than the 331 bytes that EPC069-12 allows. */
export function qrCodeSvg(text: string): string | null {
  if (Buffer.byteLength(text) > maxTransferCodeBytes) return null
  const { data, size } = encode(text, { ecc: 'M', maxVersion: 13, border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}
