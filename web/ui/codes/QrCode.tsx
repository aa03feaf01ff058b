import { encode } from 'uqr'

/** A text as a QR code, with a caption that says what it is for. */
export function QrCode({ text, caption }: { text: string; caption: string }) {
  const { data, size } = encode(text, { ecc: 'M', maxVersion: 13, border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <figure>
      <svg
        role="img"
        aria-label={caption}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-52 rounded-control forced-color-adjust-none"
      >
        {/* Black on white in the dark theme too: many banking apps read no other. */}
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption aria-hidden className="mt-2 max-w-52 text-sm text-muted">
        {caption}
      </figcaption>
    </figure>
  )
}
